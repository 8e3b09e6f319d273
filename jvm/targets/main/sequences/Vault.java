package sequences;

/** Something in which others are, though nothing that it offers puts them there. */
public final class Vault {
    Vault inner;

    // detected: 0 1; only a fixture has another one in it
    public int depth() {
        return inner == null ? 0 : 1 + inner.depth();
    }
}
