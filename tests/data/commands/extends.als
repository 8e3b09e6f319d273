sig A {}
sig B extends A {}
e: run {} for 2
f: run { some x: A | x in B } for 2
g: run {} for 3 but 2 B
