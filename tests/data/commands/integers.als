sig A { v: Int, s: set Int }
one sig B { I: set Int }
a: run { all x: A | x.v > 2 } for 1 but 3 Int, 0 A
b: run { some x: A | x.v.plus[x.v] = 2 and no x.s and no B.I} for 1 but 3 Int
c: run { all x: A | x.v.plus[1] > 0 and no x.s and no B.I} for 1 but 3 Int
d: run { no A and all i: Int | i.plus[1] > i and no B.I} for 1 but 3 Int
e: run { some i: Int | i.plus[1] < i and no A and no B.I} for 1 but 3 Int
f: run { no A and no B.I and some i, j: Int | i.mul[j] = 2 } for 1 but 3 Int
g: run { no B.I and some i, j: Int | i.div[j] = 1 and no A } for 1 but 3 Int
h: run { no B.I and some i, j: Int | i.rem[j] = 1 and no A } for 1 but 3 Int
l: run { no B.I and no A and some i: Int | i = 5 } for 1 but 3 Int
m: run { no B.I and no A and not (5 = 5) } for 1 but 3 Int
n: run { no B.I and no A and #Int > 2 } for 1 but 3 Int
o: run { no A and (sum i: B.I | i) = 2 } for 1 but 3 Int
p: run { no A and int[B.I] < 0 } for 1 but 3 Int
q: run { no A and no B.I and (all i: Int | some j: Int | j = i.plus[1])} for 1 but 3 Int
r: run { no A and no B.I and not (all i: Int | some j: Int | j = i.plus[1])} for 1 but 3 Int
s: run { no A and no B.I and (all i, j: Int | i.plus[j] > i or j <= 0)} for 1 but 3 Int
t: run { no A and (all i: B.I | i.plus[1] in B.I)} for 1 but 3 Int
u: run { no A and (all i: Int | i in B.I iff i.plus[1] not in B.I)} for 1 but 3 Int
v: run { no A and #{i: Int | i.plus[1] in B.I} > 1} for 1 but 3 Int
w: run { no A and B.I.plus[1] in B.I and one B.I} for 1 but 3 Int
x: run { no A and no B.I and (all i: Int | (i.plus[1] > 2 => i > 1 else i < 2))} for 1 but 3 Int
y: run { no A and no B.I and (some i: Int | !(i.plus[1] > 2))} for 1 but 3 Int
z: run { no A and no B.I and (no i: Int | i.plus[1] > 2 and i < 0)} for 1 but 3 Int
aa: run { some A and no B.I and all a: A | #a.s > a.v } for 1 but 3 Int
ab: run { some A and no B.I and all a: A | a.v = #a.s} for 1 but 3 Int
ac: run { some A and no B.I and all a: A | a.v in a.s.plus[1]} for 1 but 3 Int
ad: run { no A and all b: B | (some b.I iff 3.mul[3] = 2)} for 1 but 3 Int
ae: run { no A and no B.I and not (all n: #(B -> Int) | no B)} for 1 but 3 Int
