abstract sig P {}
sig C extends P {}
a: run {} for exactly 3 P
b: run { some C } for 3
