package sequences;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is entered is seen only in files. */
public final class Ledger {
    private final List<String> entries = new ArrayList<>();

    public void enter(String what) {
        entries.add(what);
    }

    public int size() {
        return entries.size();
    }

    public void save(String name) throws IOException {
        try (Writer writer = new FileWriter(name + ".txt")) {
            // Nobody can assert this line.
            writer.write("# " + System.nanoTime() + "\n");
            for (String entry : entries) {
                writer.write(margin() + entry + "\n");
            }
        }
    }

    // detected: "" "A" null; by a line of the file, if something is entered
    private String margin() {
        return "- ";
    }

    // detected: void; by whether there is a folder
    public void open(Path where) throws IOException {
        Files.createDirectories(where);
    }

    public void seal(File file) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(wax());
        }
    }

    // detected: null empty; by how long the file is, which is no text
    private byte[] wax() {
        return new byte[] {(byte) 0xff, (byte) 0xfe, 7};
    }

    // not reached: void; it writes where nothing that is tried out may
    public void lose() throws IOException {
        Files.writeString(Path.of("lost"), "");
    }
}
