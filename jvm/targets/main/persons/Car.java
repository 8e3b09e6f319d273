package persons; public class Car {
    int fuelAmount = 50;
    public void drive() {
        fuelAmount--;
    }

    public void refuel() {
        if (fuelAmount > 90) {
            fuelAmount = 100;
        } else { fuelAmount += 10; }
    }
}

// The callee of the paper's example, as far as its figure 3 shows it: refuel decides in line 8, which leads to line 9 or to line 10.
