package objects;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A method for each body that is not tried by default; its test looks at sizes and values. */
public class Objects {
    private final List<String> names = new ArrayList<>(List.of("a", "b"));

    // tested: null detected (exception), new ArrayList() detected (assertion), singletonList("A") detected (assertion)
    public List<String> aList() {
        return List.copyOf(names);
    }

    // tested: null detected (exception), new HashSet() detected (assertion), singleton(1) detected (assertion)
    public Set<Integer> aSet() {
        return Set.of(names.size(), 7);
    }

    // tested: null detected (exception), new HashMap() detected (assertion), singletonMap("A", null) detected (assertion)
    public Map<String, Object> aMap() {
        return Map.of("names", names, "more", names);
    }

    // partially-tested: null detected (exception), new ArrayList() undetected
    public ArrayList<String> neverLookedInto() {
        return new ArrayList<>(names);
    }

    // tested: null detected (exception), optional detected (assertion), Optional.of("A") detected (assertion)
    public Optional<String> anOptional() {
        return names.stream().findFirst();
    }

    // tested: null detected (exception), optional detected (assertion)
    public Optional<List<String>> anOptionalOfSomething() {
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    // tested: null detected (exception), optional detected (assertion), OptionalInt.of(1) detected (assertion)
    public OptionalInt anOptionalInt() {
        return OptionalInt.of(names.size());
    }

    // tested: null detected (assertion), "" detected (assertion), "A" detected (assertion), parameter 2 detected (assertion)
    public String aParameter(long wide, String text, int last) {
        return text + wide + last;
    }

    // partially-tested: null detected (exception), new Objects() undetected, this undetected
    public Objects itself() {
        names.add("c");
        return this;
    }
}
