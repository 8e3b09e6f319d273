sig N { e: set N, l: lone N }
pred p[x, y: N] { x in y.e }
pred q { some z: N | p[z, z] }
fun f[x: N]: set N { x.^e }
a: run { some disj x, y: N | p[x, y] } for 2
b: run { q and some s: set N | s = N.e } for 2
c: run { not (all x: N | x in x.e) } for 2
d: run { (some x: N | x in x.e) => some N.l } for 2
e: run { (all x: N | x in f[x]) and N.*e = N } for 2
f: run { let k = e & iden | some k } for 2
g: run { some x: N, s: set x.e | s = x.l } for 2
h: run { some x: lone N | x = N.l } for 2
i: run { some x: some N | x = N.e } for 2
j: run { lone x: N | x in x.e } for 2
k: run { one x, y: N | x in y.e } for 2
l: run { #e = 2 and e ++ ~e = e } for 2
m: run { e.e in e and N <: e :> N = e and no e & iden} for 3
n: check { all s: set N | s in N.e or some N - s } for 2
o: check { no x: N | some x.e and all s: set N | s != x.e} for 2
p: run p for 2
q: run q for 2
r: run f for 2
s: run { some r: N -> N | r = e and some l } for 2
t: run { some r: N one -> lone N | r in e } for 2
u: run { e in N lone -> some N } for 2
v: run { (N -> N) - e in N set -> one N } for 2
w: run { e -> l in (N -> N) -> (N lone -> lone N) } for 2
x: run { all x: N | all s: set N | s in x.e } for 2
y: run { some N and (e = l iff some x: N | no x.l) } for 2
z: run { not (some x: N | no x.l) or not (all x: N | some x.e) } for 2
