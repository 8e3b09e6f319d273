package build;

/** Its rate is a number that is no integer. */
public class Rated {
    private Double rate;

    public void lower() {
        rate = 0.5;
    }

    public void raise() {
        rate = rate == null ? 1.5 : rate + 1;
    }
}
