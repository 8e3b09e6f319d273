package coupled;

/** What tells of levels; no class implements it. */
interface Feed {
    double level(double time);

    int verdict(String about, double level);

    void reset() throws Lost;

    /** The feed has gone. */
    class Lost extends Exception {
        private static final long serialVersionUID = 1;

        Lost(String message) {
            super(message);
        }
    }
}
