package sequences;

/** Builds structures by their fields, as the fixtures of a suite do. */
final class VaultStructures {
    private VaultStructures() {}

    static Vault vault1() {
        return new Vault();
    }

    static Vault vault2() {
        Vault vault = new Vault();
        vault.inner = new Vault();
        vault.inner.inner = new Vault();
        return vault;
    }
}
