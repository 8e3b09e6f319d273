package coupled;

/** A caller whose amounts are too small for one branch of the callee, which no constant shows. */
public class Steward {
    private final Till till = new Till();

    public void few(int price, boolean isFew) {
        if (isFew) {
            till.take(Math.floorMod(price, 50));
        }
    }
}
