package app;

import core.Price;

public class Receipt {
    private int printed;

    public int tax() {
        print("tax");
        return new Price(55).tax();
    }

    void print(String line) {
        printed += line.length();
    }
}
