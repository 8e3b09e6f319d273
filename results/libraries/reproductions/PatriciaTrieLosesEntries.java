import java.util.TreeMap;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** A PatriciaTrie of two entries that iterates over one, depending on what was in it before. */
public class PatriciaTrieLosesEntries {
    public static void main(String[] arguments) {
        PatriciaTrie<String> fresh = new PatriciaTrie<>();
        fresh.put("ab", "two");
        fresh.put("", "empty");
        show("never held \"a\"", fresh);

        PatriciaTrie<String> used = new PatriciaTrie<>();
        used.put("a", "one");
        used.put("ab", "two");
        used.remove("a");
        used.put("", "empty");
        show("has lost \"a\"", used);
    }

    private static void show(String what, PatriciaTrie<String> trie) {
        String copied;
        try {
            copied = new TreeMap<>(trie).toString();
        } catch (RuntimeException thrown) {
            copied = thrown.toString();
        }
        System.out.printf("%s: size %d, contains \"\" %b and \"ab\" %b, keys %s, before \"\": %s, copied: %s%n", what,
                trie.size(), trie.containsKey(""), trie.containsKey("ab"), trie.keySet(), trie.previousKey(""), copied);
    }
}
