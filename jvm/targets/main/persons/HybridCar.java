package persons;

/** A car of listing 2. */
public class HybridCar extends Car {
    private int charge;

    public void recharge() {
        charge = 100;
    }
}
