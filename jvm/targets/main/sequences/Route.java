package sequences;

import java.util.ArrayList;
import java.util.List;

/** Objects that only a factory or a builder makes, with type variables. */
public final class Route<T> {
    private final List<T> stops;

    private Route(List<T> stops) {
        this.stops = stops;
    }

    /** Makes routes. */
    public static final class Builder<T> {
        private final List<T> stops = new ArrayList<>();

        // detected: null; what it returns is called
        public Builder<T> stop(T stop) {
            stops.add(stop);
            return this;
        }

        public Route<T> build() {
            return new Route<>(stops);
        }
    }

    public static <T> Builder<T> start() {
        return new Builder<>();
    }

    // detected: 0 1; a route with a stop or with several
    public int length() {
        return stops.size();
    }

    // detected: null; an element of the route
    public T last() {
        return stops.get(stops.size() - 1);
    }
}
