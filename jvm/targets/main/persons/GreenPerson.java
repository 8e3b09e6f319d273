package persons; public class GreenPerson extends Person {
    private HybridCar car = new HybridCar();
    @Override
    public void addEnergy() {
        if (this.lazy) {
            takeBus();
        } else if (chargerAvailable()) {
            car.recharge();
        } else {
            car.refuel();
        }
    }

    private boolean chargerAvailable() {
        if (ChargingStation.takeAvailableStations().size() > 0) {
            return true;
        }
        return false;
    }
}

// Listing 2 of the paper, completed to what compiles.
