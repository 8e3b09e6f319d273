package rides;

import java.io.File;

/** Rides in a thread of its own, and looks at parcels. */
public final class Courier {
    private volatile boolean hasArrived;

    /** Sets off, and is there in a moment. */
    public static Courier sent() {
        Courier courier = new Courier();
        Thread ride = new Thread(courier::ride);
        ride.setDaemon(true);
        ride.start();
        return courier;
    }

    /** Whether there is a later Java than the one that this was written for. */
    public static boolean isDated() {
        return Integer.parseInt(System.getProperty("java.specification.version")) > 90;
    }

    private void ride() {
        try {
            Thread.sleep(60);
            hasArrived = true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a parcel says of itself, or in the words of the JVM that there is none. */
    public static String label(Object parcel) {
        try {
            return parcel.toString();
        } catch (NullPointerException missing) {
            return missing.getMessage();
        }
    }

    public boolean hasArrived() {
        return hasArrived;
    }

    /** What a parcel costs, which is nothing where there is none. */
    public int fee(File parcel, int weight) {
        if (!parcel.exists()) {
            return 0;
        }
        return weight > 10 ? 7 : 4;
    }
}
