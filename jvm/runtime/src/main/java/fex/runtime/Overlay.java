package fex.runtime;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of the machine, with changes that are kept in a private folder: what is to change is copied there first.
 *
 * <p>A file is known by its name: where it is in the tree that programs see, from the root on, without links. Of each folder in which
 * something changes, the private folder has a counterpart with an entry for each of its entries that matters: for what something is done
 * to, and for all of them once somebody asks what there is. It says what there is, and of what
 * kind; what is in it is still read where it was until that changes, too. So an operation on any file is the same operation on one
 * file, either of the machine or of the private folder, and it is the operating system that carries it out or says why not.
 *
 * <p>Not safe for threads. Whoever calls this must see the files of the machine.
 */
final class Overlay {
    /** How many links in a row are followed, as Linux has it. */
    private static final int LINKS = 40;

    /** What only the operating system can answer; it is not copied. Memory that is shared between processes is a folder like others. */
    private static final List<String> SPECIAL = List.of("/proc", "/sys", "/dev");

    private static final String MEMORY = "/dev/shm";

    /** Where the private folder is. */
    private final String root;

    /** The folders that have counterparts. */
    private final Set<String> begun = new HashSet<>();

    /** Those whose counterparts have all of their entries: that takes long where there are thousands, as with temporary files. */
    private final Set<String> listed = new HashSet<>();

    /** The files all of which is in the private folder, and whatever may be below them: also that they are gone. */
    private final Set<String> whole = new HashSet<>();

    /** What is known not to be a link on the machine. */
    private final Set<String> direct = new HashSet<>();

    private volatile boolean isEmpty = true;

    /** Where a name leads. */
    private record Place(String name, boolean isKept, boolean isElsewhere) {}

    /** @param root an absolute path of an empty folder, which has no links in it */
    Overlay(String root) {
        this.root = root;
    }

    /** The private folder. */
    String root() {
        return root;
    }

    /** Whether nothing has changed yet; safe for threads. */
    boolean isEmpty() {
        return isEmpty;
    }

    /** Takes back all changes. */
    void clear() throws IOException {
        begun.clear();
        listed.clear();
        whole.clear();
        direct.clear();
        isEmpty = true;
        Path folder = Path.of(root);
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) throws IOException {
                // A test may have forbidden that.
                permit(at, "rwx------");
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path at, IOException problem) throws IOException {
                if (!at.equals(folder)) {
                    Files.delete(at);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Where to read a file.
     *
     * @param path an absolute path
     * @param follows whether it is read through if it is a link
     */
    String reading(String path, boolean follows) {
        if (isEmpty() || isBelow(path, root)) {
            return path;
        }
        Place place = find(path, follows);
        if (place.isKept()) {
            return root + place.name();
        }
        return place.isElsewhere() ? place.name() : path;
    }

    /** Where to open something to read, which may be a folder whose entries are asked for. */
    String listing(String path, boolean follows) throws IOException {
        String place = reading(path, follows);
        if (isBelow(place, root) && begun.contains(place.substring(root.length()))) {
            list(place.substring(root.length()));
        }
        return place;
    }

    /** The path without links of something that may not be there: only those in the part count that is. */
    String canonical(String path) {
        String part = path;
        while (part.lastIndexOf('/') > 0 && !Files.exists(Path.of(reading(part, true)))) {
            part = part.substring(0, part.lastIndexOf('/'));
        }
        String rest = path.substring(part.length());
        return Path.of(find(part, true).name() + rest).normalize().toString();
    }

    /** Where to create or change a file; the same otherwise. */
    String changing(String path, boolean follows) throws IOException {
        if (isBelow(path, root)) {
            return path;
        }
        String name = find(path, follows).name();
        if (isSpecial(name)) {
            return name;
        }
        isEmpty = false;
        raise(name);
        return root + name;
    }

    /** Where to delete a file or an empty folder. */
    String removing(String path) throws IOException {
        String place = changing(path, false);
        if (isBelow(place, root) && isEmptyFolder(Path.of(place))) {
            whole.add(place.substring(root.length()));
        }
        return place;
    }

    /** Where to move a file or a folder with all that is in it, or to have one come to. */
    String moving(String path) throws IOException {
        String place = changing(path, false);
        if (isBelow(place, root)) {
            raiseAll(place.substring(root.length()));
        }
        return place;
    }

    /** The path that programs see of something. */
    String shown(String place) {
        return isBelow(place, root) ? place.substring(root.length()) : place;
    }

    private static boolean isBelow(String path, String folder) {
        return path.startsWith(folder) && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
    }

    private static boolean isSpecial(String name) {
        for (String special : SPECIAL) {
            if (isBelow(name, special)) {
                return !isBelow(name, MEMORY);
            }
        }
        return false;
    }

    /** Finds out where a path leads: through links, and back again. */
    private Place find(String path, boolean follows) {
        Deque<String> rest = new ArrayDeque<>();
        push(rest, path);
        Place at = new Place("", false, false);
        int links = 0;
        while (!rest.isEmpty()) {
            String entry = rest.pop();
            if (entry.isEmpty() || entry.equals(".")) {
                continue;
            } else if (entry.equals("..")) {
                at = above(at);
                continue;
            }
            String name = at.name() + "/" + entry;
            boolean isKept = !isSpecial(name) && isKept(name, at.isKept());
            Path link = rest.isEmpty() && !follows || isSpecial(name) ? null : link(name, isKept);
            if (link == null || ++links > LINKS) {
                at = new Place(name, isKept, at.isElsewhere());
                continue;
            }
            push(rest, link.toString());
            boolean isElsewhere = at.isElsewhere() || isKept;
            at = link.isAbsolute() ? new Place("", false, isElsewhere) : new Place(at.name(), at.isKept(), isElsewhere);
        }
        return at.name().isEmpty() ? new Place("/", begun.contains("/"), at.isElsewhere()) : at;
    }

    /** The names in a path, in front of others. */
    private static void push(Deque<String> rest, String path) {
        String[] names = path.split("/");
        for (int index = names.length - 1; index >= 0; index--) {
            rest.push(names[index]);
        }
    }

    /** The folder that something is in, of which only folders know. What is no folder has an entry then that nobody can open. */
    private Place above(Place at) {
        if (at.name().isEmpty()) {
            return at;
        }
        if (!Files.isDirectory(Path.of(at.isKept() ? root + at.name() : at.name()))) {
            return new Place(at.name() + "/..", at.isKept(), at.isElsewhere());
        }
        String name = at.name().substring(0, at.name().lastIndexOf('/'));
        return new Place(name, isKept(name), at.isElsewhere());
    }

    /** The path in a link; null if it is none. */
    private Path link(String name, boolean isKept) {
        if (!isKept && direct.contains(name)) {
            return null;
        }
        Path file = Path.of(isKept ? root + name : name);
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                return Files.readSymbolicLink(file);
            }
            if (!isKept) {
                direct.add(name);
            }
            return null;
        } catch (IOException missing) {
            return null;
        }
    }

    /** Whether a file of a folder is in the private folder. */
    private boolean isKept(String name, boolean isBelowKept) {
        return begun.contains(name) || whole.contains(name) || isBelowKept && isBelowWhole(name);
    }

    private boolean isKept(String name) {
        return begun.contains(name) || isBelowWhole(name);
    }

    private boolean isBelowWhole(String name) {
        if (whole.isEmpty()) {
            return false;
        }
        for (String at = name; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
            if (whole.contains(at)) {
                return true;
            }
        }
        return false;
    }

    /** Has a file in the private folder that can be changed there; of a folder, all of its entries. */
    private void raise(String name) throws IOException {
        if (!name.equals("/")) {
            begin(above(name));
        }
        if (!isKept(name)) {
            Path file = Path.of(name);
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                begin(name);
            } else {
                copy(file, Path.of(root + name));
                whole.add(name);
            }
        }
        if (begun.contains(name)) {
            list(name);
        }
    }

    /** Copies what is no folder, if it is there. */
    private static void copy(Path file, Path copy) throws IOException {
        enter(file, copy);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (OutputStream out = Files.newOutputStream(copy)) {
            Files.copy(file, out);
        } catch (IOException forbidden) {
            if (Files.isReadable(file)) {
                throw forbidden;
            }
        }
        attributes(file, copy);
    }

    /** The same with all that is in a folder. */
    private void raiseAll(String name) throws IOException {
        raise(name);
        if (!isBelowWhole(name)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(root + name))) {
                for (Path entry : entries) {
                    raiseAll(entry.toString().substring(root.length()));
                }
            }
            whole.add(name);
        }
    }

    private static String above(String name) {
        int end = name.lastIndexOf('/');
        return end <= 0 ? "/" : name.substring(0, end);
    }

    /** Has the counterpart of a folder in the private folder. */
    private void begin(String name) throws IOException {
        Path folder = Path.of(name);
        if (isKept(name)) {
            return;
        } else if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            // What is to be in it cannot be there, and for the same reason: there is no folder, or it is none.
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                raise(name);
            } else {
                begin(above(name));
            }
            return;
        }
        Path copy = Path.of(root + name);
        if (!name.equals("/")) {
            Files.createDirectories(copy.getParent());
            enter(folder, copy);
        }
        begun.add(name);
        if (!Files.isWritable(folder) || !Files.isExecutable(folder)) {
            // Nor can anything be entered into its counterpart later.
            list(name);
        }
        attributes(folder, copy);
    }

    /** Has all entries of a folder in its counterpart. */
    private void list(String name) throws IOException {
        if (!listed.add(name)) {
            return;
        }
        Path folder = Path.of(name);
        Path copy = Path.of(root + name);
        FileTime since = Files.getLastModifiedTime(copy);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                // What is gone is not to come back.
                if (!whole.contains(entry.toString())) {
                    place(entry, copy.resolve(entry.getFileName().toString()));
                }
            }
        } catch (IOException forbidden) {
            if (Files.isReadable(folder)) {
                throw forbidden;
            }
        }
        Files.setLastModifiedTime(copy, since);
    }

    /** Has an entry in the counterpart of its folder, which is not newer for that. */
    private static void enter(Path file, Path copy) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.exists(copy, LinkOption.NOFOLLOW_LINKS)) {
            FileTime since = Files.getLastModifiedTime(copy.getParent());
            place(file, copy);
            Files.setLastModifiedTime(copy.getParent(), since);
        }
    }

    /** Says of what kind a file is. */
    private static void place(Path file, Path copy) throws IOException {
        if (Files.exists(copy, LinkOption.NOFOLLOW_LINKS)) {
            return;
        } else if (Files.isSymbolicLink(file)) {
            Files.createSymbolicLink(copy, Files.readSymbolicLink(file));
        } else if (Files.isDirectory(file)) {
            Files.createDirectory(copy);
        } else {
            Files.createFile(copy);
        }
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        }
    }

    /** Gives a copy the owner, the permissions and the times of a file. Where it gets another owner, that one may do what this process may. */
    private static void attributes(Path file, Path copy) throws IOException {
        BasicFileAttributes times = Files.readAttributes(file, BasicFileAttributes.class);
        PosixFileAttributeView from = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        PosixFileAttributeView to = Files.getFileAttributeView(copy, PosixFileAttributeView.class);
        if (from != null && to != null) {
            Set<PosixFilePermission> permissions = new HashSet<>(from.readAttributes().permissions());
            try {
                to.setOwner(from.getOwner());
                to.setGroup(from.readAttributes().group());
            } catch (IOException forbidden) {
                Map<PosixFilePermission, Boolean> own = new HashMap<>();
                own.put(PosixFilePermission.OWNER_READ, Files.isReadable(file));
                own.put(PosixFilePermission.OWNER_WRITE, Files.isWritable(file));
                own.put(PosixFilePermission.OWNER_EXECUTE, Files.isExecutable(file));
                own.forEach((permission, is) -> {
                    if (is) {
                        permissions.add(permission);
                    } else {
                        permissions.remove(permission);
                    }
                });
            }
            to.setPermissions(permissions);
        }
        BasicFileAttributeView view = Files.getFileAttributeView(copy, BasicFileAttributeView.class);
        view.setTimes(times.lastModifiedTime(), times.lastAccessTime(), null);
    }

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
