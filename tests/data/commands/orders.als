open util/ordering[P]
abstract sig P {}
sig C extends P {}
a: run {}
b: run { first in P }
