package coupled;

/** A callee that asks about what it is given. */
class Scale {
    int weigh(int grams) {
        if (grams > 100) {
            return 2;
        }
        return grams < 0 ? -1 : 1;
    }

    int label(String text) {
        return text != null ? 1 : 0;
    }

    int kind(int which) {
        switch (which) {
            case 1:
                return 10;
            case 3:
                return 30;
            default:
                return 0;
        }
    }

    int span(int from, int to) {
        if (from > to) {
            return -1;
        }
        return from == to ? 0 : 1;
    }

    int below(int first, int second) {
        return first < second ? 1 : 0;
    }

    int changed(int grams) {
        grams += 200;
        return grams > 190 ? 1 : 0;
    }

    int same(Object left, Object right) {
        return left != right ? 1 : 0;
    }
}
