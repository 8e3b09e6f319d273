one sig B { I: set Int }
c: run { some i, j: Int | i.mul[j] = 35 and i > j and j > 1 and no B.I } for 2 but 7 Int
e: check { all i, j: Int | i.plus[j] = j.plus[i] } for 1 but 7 Int
f: check { all i, j: Int | j != 0 implies i.rem[j] = i.minus[i.div[j].mul[j]] } for 1 but 6 Int
i: run { no B.I and some i, j: Int | i.div[j] = 3 and i.rem[j] = 2 } for 1 but 6 Int
j: run { no B.I and some i, j: Int | i.mul[j] < 0 and i.plus[j] > 20 } for 1 but 6 Int
k: run { one B.I and (sum i: B.I | i.mul[3]) > 80 and #B.I = 1 } for 1 but 7 Int
l: run { no B.I and some i, j: Int | i.minus[j] = i.plus[j] and i.mul[2] > j } for 1 but 6 Int
