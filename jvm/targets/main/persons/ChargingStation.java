package persons;

import java.util.List;

/** Where listing 2 asks for stations. */
public final class ChargingStation {
    private ChargingStation() {}

    static List<String> takeAvailableStations() {
        return List.of();
    }
}
