package persons; public class Person {
    private Car car = new Car();
    protected boolean lazy = false;
    public void driveToHome() {
        if (car.fuelAmount < 100) {
            addEnergy();
        } else {
            car.drive();
        }
    }

    protected void addEnergy() {
        if (this.lazy) {
            takeBus();
        } else {
            car.refuel();
        }
    }

    protected void takeBus() {}
}

// Listing 1 of Derakhshanfar et al., Generating Class-Level Integration Tests Using Call Site Information, whose text names its lines:
// branches <5,6>, <13,16>.
