enum E { X, Y, Z }
enum F { V, W }
one sig S { f: lone E, g: set F }
a: run {}
b: run { S.f = Y.next and no S.g }
c: run { first = Z }
d: run { next = V->W and lt[S.f, Z] }
