package versioned;

import java.util.ArrayList;

/** The example of Vera-Pérez et al., section 2.1, with the paper's verdicts. */
public class VersionedSet {
    private long version = 0;
    private ArrayList<Object> elements = new ArrayList<>();

    // tested: void detected (assertion)
    public void add(Object item) {
        if (elements.contains(item)) return;
        elements.add(item);
        incrementVersion();
    }

    // pseudo-tested: void undetected
    private void incrementVersion() {
        version++;
    }

    // skipped: getter
    protected long getVersion() {
        return version;
    }

    // skipped: delegate
    public int size() {
        return elements.size();
    }

    // pseudo-tested: true undetected, false undetected
    public boolean isEmpty() {
        return size() == 0;
    }

    // skipped: delegate
    public boolean contains(Object item) {
        return elements.contains(item);
    }

    // partially-tested: true undetected, false detected (assertion)
    @Override
    public boolean equals(Object otr) {
        if (!(otr instanceof VersionedSet)) return false;
        VersionedSet otrSet = (VersionedSet) otr;
        if (otrSet.size() != size()) return false;
        for (Object item : elements) {
            if (!otrSet.contains(item)) return false;
        }
        return true;
    }

    // tested: null detected (exception)
    public VersionedSet intersect(VersionedSet otr) {
        if (isEmpty() || otr.isEmpty()) return new VersionedSet();
        VersionedSet result = new VersionedSet();
        for (Object item : elements) {
            if (otr.contains(item)) result.add(item);
        }
        result.version = 0;
        return result;
    }
}
