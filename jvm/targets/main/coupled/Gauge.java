package coupled;

/** Shows how things are. */
class Gauge {
    int rise(int verdict) {
        if (verdict > 100) {
            return 2;
        }
        return 1;
    }

    int fail(String what) {
        if (what == null) {
            return -3;
        }
        return -2;
    }
}
