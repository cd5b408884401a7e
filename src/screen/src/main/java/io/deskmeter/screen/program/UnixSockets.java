package io.deskmeter.screen.program;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unix sockets on the file system; programs that are killed do not remove theirs, some of which are outside the
 * session's folder.
 */
public final class UnixSockets {
    private static final Logger LOG = LoggerFactory.getLogger(UnixSockets.class);
    private static final Path TABLE = Path.of("/proc/net/unix");
    private static final Pattern LINK = Pattern.compile("socket:\\[(\\d+)]");
    /** A line ends with the inode and, if the socket is bound to a file, its path. */
    private static final Pattern BOUND = Pattern.compile("\\s(\\d+)\\s(/.*)$");

    private UnixSockets() {}

    /**
     * A socket's file: another program may bind to the same path as soon as this one has exited, such as an X server
     * that uses the first free display number.
     */
    record Bound(Path path, @Nullable Object file, FileTime since) {
        static Optional<Bound> at(Path path) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                return Optional.of(new Bound(path, attributes.fileKey(), attributes.lastModifiedTime()));
            } catch (IOException gone) {
                return Optional.empty();
            }
        }
    }

    /** The files to which sockets of these processes are bound. */
    static List<Bound> boundBy(List<ProcessHandle> processes) {
        Set<String> inodes = new HashSet<>();
        for (ProcessHandle process : processes) {
            inodes.addAll(inodesOf(process.pid()));
        }
        List<Bound> bound = new ArrayList<>();
        try (Stream<String> lines = Files.lines(TABLE)) {
            for (String line : (Iterable<String>) lines::iterator) {
                Matcher matcher = BOUND.matcher(line);
                if (matcher.find() && inodes.contains(matcher.group(1))) {
                    Bound.at(Path.of(matcher.group(2))).ifPresent(bound::add);
                }
            }
        } catch (IOException e) {
            LOG.warn("{}: cannot be read, sockets of killed programs may stay: {}", TABLE, e.toString());
        }
        return bound;
    }

    private static Set<String> inodesOf(long pid) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
                Matcher matcher = LINK.matcher(target(descriptor));
                if (matcher.matches()) {
                    inodes.add(matcher.group(1));
                }
            }
        } catch (IOException processGone) {
            return inodes;
        }
        return inodes;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    /** Whether a process listens there. */
    public static boolean answers(Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** Removes those that are still the same files. */
    static void remove(List<Bound> sockets) {
        for (Bound socket : sockets) {
            try {
                if (Bound.at(socket.path()).filter(socket::equals).isPresent()) {
                    Files.deleteIfExists(socket.path());
                }
            } catch (IOException e) {
                LOG.warn("{}: socket of an ended program cannot be removed: {}", socket.path(), e.toString());
            }
        }
    }
}
