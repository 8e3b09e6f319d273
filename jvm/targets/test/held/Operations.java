package held;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Does something to files again and again, chosen by a seed, and tells what came of it. */
public final class Operations {
    private static final String[] NAMES = {"a", "b", "c", "d", "link", "to-folder", "nowhere", "new", "above/../a"};
    private static final long SECOND = 1_000;

    private final Path root;
    private final Random random;

    private Operations(Path root, long seed) {
        this.root = root;
        random = new Random(seed);
    }

    /** Something that is done to files. */
    private interface Operation {
        Object on(Path one, Path other) throws IOException;
    }

    /** The names of the operations, so that one knows what an outcome is of. */
    private static final List<String> TOLD = new ArrayList<>();

    private static final List<Operation> ALL = new ArrayList<>();

    private static void add(String name, Operation operation) {
        TOLD.add(name);
        ALL.add(operation);
    }

    static {
        add("writeString", (one, other) -> text(Files.writeString(one, "written " + one.getFileName())));
        add("append", (one, other) -> Files.writeString(one, "+", StandardOpenOption.APPEND).getFileName());
        add("createFile", (one, other) -> Files.createFile(one).getFileName());
        add("createDirectory", (one, other) -> Files.createDirectory(one).getFileName());
        add("createDirectories", (one, other) -> Files.createDirectories(one).getFileName());
        add("delete", (one, other) -> {
            Files.delete(one);
            return "";
        });
        add("deleteIfExists", (one, other) -> Files.deleteIfExists(one));
        add("move", (one, other) -> Files.move(one, other).getFileName());
        add("replace", (one, other) -> Files.move(one, other, StandardCopyOption.REPLACE_EXISTING).getFileName());
        add("copy", (one, other) -> Files.copy(one, other).getFileName());
        add("copyAttributes", (one, other) -> Files.copy(
                        one, other, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES)
                .getFileName());
        add("createSymbolicLink", (one, other) ->
                Files.createSymbolicLink(one, other.getFileName()).getFileName());
        add("createLink", (one, other) -> Files.createLink(one, other).getFileName());
        add("readString", (one, other) -> Files.readString(one));
        add("size", (one, other) -> Files.isDirectory(one) ? "folder" : Files.size(one));
        add("readSymbolicLink", (one, other) -> Files.readSymbolicLink(one));
        add("list", (one, other) -> names(one));
        add("exists", (one, other) -> "" + Files.exists(one) + Files.exists(one, LinkOption.NOFOLLOW_LINKS)
                + Files.isDirectory(one) + Files.isRegularFile(one) + Files.isSymbolicLink(one));
        add("setPosixFilePermissions", (one, other) ->
                Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxr-x--x")).getFileName());
        add("getPosixFilePermissions", (one, other) -> PosixFilePermissions.toString(Files.getPosixFilePermissions(one)));
        add("setLastModifiedTime", (one, other) ->
                Files.setLastModifiedTime(one, FileTime.fromMillis(SECOND)).getFileName());
        add("getLastModifiedTime", (one, other) -> Files.getLastModifiedTime(one).toMillis() == SECOND);
        add("channel", (one, other) -> {
            try (FileChannel channel = FileChannel.open(one, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.position(1).write(ByteBuffer.wrap("channel".getBytes(StandardCharsets.UTF_8)));
                return channel.truncate(7).size();
            }
        });
        add("isSameFile", (one, other) -> Files.isSameFile(one, other));
        add("createTempFile", (one, other) -> Files.size(Files.createTempFile(one, "some", ".tmp")));
        add("File.delete", (one, other) -> one.toFile().delete());
        add("File.mkdir", (one, other) -> one.toFile().mkdir());
        add("File.mkdirs", (one, other) -> one.toFile().mkdirs());
        add("File.createNewFile", (one, other) -> one.toFile().createNewFile());
        add("File.renameTo", (one, other) -> one.toFile().renameTo(other.toFile()));
        add("File.list", (one, other) -> {
            String[] list = one.toFile().list();
            if (list != null) {
                Arrays.sort(list);
            }
            return Arrays.toString(list).replaceAll("(some|other)\\d+\\.tmp", "$1.tmp");
        });
        add("File.length", (one, other) -> one.toFile().isDirectory() ? "folder" : one.toFile().length());
        add("File.setLastModified", (one, other) -> one.toFile().setLastModified(SECOND));
        add("File.setReadOnly", (one, other) -> one.toFile().setReadOnly());
        add("File.setWritable", (one, other) -> one.toFile().setWritable(true));
        add("File.isHidden", (one, other) -> one.toFile().isHidden());
        add("File.createTempFile", (one, other) -> {
            File made = File.createTempFile("other", ".tmp", one.toFile());
            return made.length() + " " + made.getParentFile().equals(one.toFile());
        });
        add("FileOutputStream", (one, other) -> {
            try (FileOutputStream out = new FileOutputStream(one.toFile(), true)) {
                out.write("stream".getBytes(StandardCharsets.UTF_8));
            }
            return "";
        });
        add("FileInputStream", (one, other) -> {
            try (FileInputStream in = new FileInputStream(one.toFile())) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
        add("RandomAccessFile", (one, other) -> {
            try (RandomAccessFile file = new RandomAccessFile(one.toFile(), "rw")) {
                file.seek(2);
                file.writeBytes("random");
                return file.length();
            }
        });
    }

    private static String text(Path path) throws IOException {
        return Files.readString(path);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString().replaceAll("(some|other)\\d+", "$1"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * What comes of some operations in a folder, and of reading all that is there in the end.
     *
     * @param folder an absolute path
     */
    public static List<String> outcomes(Path folder, long seed, int count) throws IOException {
        Operations operations = new Operations(folder, seed);
        List<String> told = new ArrayList<>();
        for (int step = 0; step < count; step++) {
            told.add(operations.step());
        }
        operations.read(folder, told);
        return told;
    }

    private String step() {
        int index = random.nextInt(ALL.size());
        Path one = path();
        Path other = path();
        String said = TOLD.get(index) + " " + root.relativize(one) + " " + root.relativize(other) + ": ";
        return said + tried(() -> ALL.get(index).on(one, other));
    }

    private String tried(Callable<Object> operation) {
        try {
            return shown("" + operation.call());
        } catch (FileSystemException problem) {
            return shown(problem.getClass().getSimpleName() + " " + problem.getMessage());
        } catch (Exception problem) {
            return shown("" + problem);
        }
    }

    private Path path() {
        Path at = root;
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
            at = at.resolve(NAMES[random.nextInt(NAMES.length)]);
        }
        return at;
    }

    /** Without the folder, which is another one each time. */
    private String shown(String text) {
        return text.replace(root.toString(), "ROOT")
                .replaceAll("(some|other)\\d+\\.tmp", "$1.tmp")
                .replace("\n", "\\n");
    }

    private void read(Path folder, List<String> told) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                String line = shown(entry + " " + PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(entry, LinkOption.NOFOLLOW_LINKS)));
                if (Files.isSymbolicLink(entry)) {
                    told.add(line + " -> " + shown("" + Files.readSymbolicLink(entry)) + " " + Files.exists(entry));
                } else if (Files.isDirectory(entry)) {
                    told.add(line);
                    read(entry, told);
                } else {
                    told.add(line + " " + shown(Files.readString(entry, StandardCharsets.ISO_8859_1)));
                }
                told.add(tried(() -> entry.toFile().getCanonicalPath()));
                told.add(tried(() -> entry.toRealPath()));
            }
        }
    }

    /** Prints the outcomes in each of some folders, with its number as the seed. */
    public static void main(String[] arguments) throws IOException {
        for (int seed = 0; seed < Integer.parseInt(arguments[1]); seed++) {
            Path folder = Path.of(arguments[0]).toRealPath().resolve("" + seed);
            List<String> told = outcomes(folder, seed, Integer.parseInt(arguments[2]));
            System.out.println("# " + seed);
            told.forEach(System.out::println);
        }
    }
}
