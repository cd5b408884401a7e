package io.deskmeter.agent.setup;

import io.deskmeter.agent.setup.PlaceValue.Absent;
import io.deskmeter.agent.setup.PlaceValue.Access;
import io.deskmeter.agent.setup.PlaceValue.Content;
import io.deskmeter.agent.setup.PlaceValue.Folder;
import io.deskmeter.agent.setup.PlaceValue.Foreign;
import io.deskmeter.agent.setup.PlaceValue.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The files of a machine, below the root of its tree. */
final class MachineFiles implements Places {
    private static final String UNFINISHED = ".deskmeter-part";
    private static final int LARGEST = 4 << 20;
    private static final int PERMISSIONS = 07777;
    private static final String OF_HOME = "~/";

    private final Path root;
    private final Path home;
    private final WriteHook step;

    /**
     * @param root of the machine's tree: {@code /}, or the folder in which an image is mounted
     * @param home of the user whose settings are those of scope user; below the root
     */
    MachineFiles(Path root, Path home, WriteHook step) throws IOException {
        this.root = root.toRealPath();
        this.home = home;
        this.step = step;
    }

    /**
     * Where a path of a machine is.
     *
     * @throws IOException if links lead out of the tree
     */
    Path resolve(String path) throws IOException {
        Path file =
                path.startsWith(OF_HOME) ? home.resolve(path.substring(2)) : root.resolve(path.replaceFirst("^/+", ""));
        Path existing = file.getParent();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !existing.toRealPath().startsWith(root)) {
            throw new IOException(path + ": links lead to " + (existing == null ? "nowhere" : existing.toRealPath())
                    + " (expected: below " + root + ")");
        }
        return file;
    }

    /** Also if it is a link to nothing. */
    @Override
    public boolean exists(String path) throws IOException {
        return Files.exists(resolve(path), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> missingFolders(String path) throws IOException {
        Deque<String> missing = new ArrayDeque<>();
        for (Path folder = resolve(path).getParent();
                folder != null && !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
                folder = folder.getParent()) {
            missing.addFirst("/" + root.relativize(folder));
        }
        return List.copyOf(missing);
    }

    @Override
    public PlaceValue createdFolder() throws IOException {
        return new Folder(created(true));
    }

    @Override
    public PlaceValue file(String path, String text) throws IOException {
        return new Content(
                read(path) instanceof Content there ? there.access() : created(false),
                text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isSame(String path, String other) {
        return path.equals(other);
    }

    @Override
    public boolean isIn(String path, String folder) throws IOException {
        Path place = resolve(path);
        Path at = resolve(folder);
        return place.startsWith(at) && !place.equals(at);
    }

    @Override
    public PlaceValue read(String path) throws IOException {
        return read(resolve(path));
    }

    PlaceValue read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return new Absent();
        }
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
            return new Link(Files.readSymbolicLink(file).toString());
        }
        if (attributes.isDirectory()) {
            return new Folder(access(file));
        }
        if (!attributes.isRegularFile() || attributes.size() > LARGEST) {
            return new Foreign(attributes.isRegularFile() ? "a file of " + attributes.size() + " bytes" : "no file");
        }
        return new Content(access(file), Files.readAllBytes(file));
    }

    private static Access access(Path file) throws IOException {
        Map<String, Object> unix = Files.readAttributes(file, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
        return new Access(
                (Integer) unix.getOrDefault("mode", 0) & PERMISSIONS, (Integer) unix.getOrDefault("uid", 0), (Integer)
                        unix.getOrDefault("gid", 0));
    }

    /** A file with this text, whatever is there. */
    static Content newFile(String text) throws IOException {
        return new Content(created(false), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Owned by its user, readable by all. */
    private static Access created(boolean folder) throws IOException {
        Map<String, Object> self = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
        return new Access(
                folder ? 0755 : 0644, (Integer) self.getOrDefault("uid", 0), (Integer) self.getOrDefault("gid", 0));
    }

    @Override
    public void write(String path, PlaceValue value) throws IOException {
        Path file = resolve(path);
        if (value instanceof Absent) {
            step.about("delete");
            Files.deleteIfExists(file);
        } else {
            Path part = part(file);
            Files.deleteIfExists(part);
            step.about("write a part");
            writePart(part, value);
            step.about("move it to its place");
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        step.about("force the folder");
        force(Objects.requireNonNull(file.getParent()));
    }

    private static void writePart(Path part, PlaceValue value) throws IOException {
        if (value instanceof Folder folder) {
            Files.createDirectory(part);
            set(part, folder.access());
        } else if (value instanceof Link link) {
            Files.createSymbolicLink(part, Path.of(link.target()));
        } else if (value instanceof Content content) {
            writeForced(part, content);
        } else {
            throw new IOException(part + ": " + value.words() + " (expected: a value that can be written)");
        }
    }

    private static void writeForced(Path part, Content content) throws IOException {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            set(part, content.access());
            ByteBuffer rest = ByteBuffer.wrap(content.bytes());
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    /** The owner first: a change of it takes special permissions away. */
    private static void set(Path file, Access access) throws IOException {
        Access now = access(file);
        if (now.user() != access.user()) {
            Files.setAttribute(file, "unix:uid", access.user(), LinkOption.NOFOLLOW_LINKS);
        }
        if (now.group() != access.group()) {
            Files.setAttribute(file, "unix:gid", access.group(), LinkOption.NOFOLLOW_LINKS);
        }
        Files.setAttribute(file, "unix:mode", access.mode());
    }

    @Override
    public void removeUnfinished(String path) throws IOException {
        Files.deleteIfExists(part(resolve(path)));
    }

    private static Path part(Path file) {
        return file.resolveSibling("." + file.getFileName() + UNFINISHED);
    }

    /** Where folders can be forced to the disk: not on Windows, whose file system writes its own journal. */
    static void force(Path folder) throws IOException {
        if (!isPosix(folder)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
