package core;

public class Price {
    private int cents;

    public Price(int cents) {
        this.cents = cents;
    }

    public int doubled() {
        return cents * 2;
    }

    public void add(int more) {
        cents += more;
    }

    public int tax() {
        return cents / 5;
    }
}
