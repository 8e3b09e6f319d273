package coupled;

/** Calls what it overrides, so that a call of the vault's method may run another one. */
class Annex extends Vault {
    Annex() {
        super(8);
    }

    @Override
    boolean isFull() {
        return super.isFull();
    }
}
