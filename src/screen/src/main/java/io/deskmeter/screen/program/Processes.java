package io.deskmeter.screen.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds processes of this machine by an entry of the environment that they were started with. Child processes inherit
 * it, including those that detach. No other process has it by accident, if it contains random identifiers; one that
 * does not, such as that of a display, needs {@link #endInThisNetwork}.
 */
public final class Processes {
    private static final Logger LOG = LoggerFactory.getLogger(Processes.class);
    private static final Path PROC = Path.of("/proc");
    private static final Duration FORCED = Duration.ofSeconds(5);
    private static final long BETWEEN_LOOKS = Duration.ofMillis(20).toNanos();

    private Processes() {}

    /** Processes with an environment entry that begins with this prefix, except this process and zombies. */
    public static List<ProcessHandle> carrying(String entryPrefix) {
        byte[] prefix = entryPrefix.getBytes(StandardCharsets.UTF_8);
        List<ProcessHandle> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(PROC)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                handle(entry).filter(h -> hasEntry(entry, prefix)).ifPresent(found::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static boolean isInThisNetwork(ProcessHandle process) {
        try {
            return network(String.valueOf(process.pid())).equals(network("self"));
        } catch (IOException goneOrOfAnotherUser) {
            return false;
        }
    }

    private static Path network(String process) throws IOException {
        return Files.readSymbolicLink(PROC.resolve(process).resolve("ns/net"));
    }

    private static Optional<ProcessHandle> handle(Path entry) {
        String name = entry.getFileName().toString();
        if (!Character.isDigit(name.charAt(0))
                || Long.parseLong(name) == ProcessHandle.current().pid()) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(name));
    }

    private static boolean hasEntry(Path process, byte[] prefix) {
        try {
            return hasEntry(Files.readAllBytes(process.resolve("environ")), prefix);
        } catch (IOException goneOrOfAnotherUser) {
            return false;
        }
    }

    /** An environment is a list of entries, each terminated by a zero byte. */
    static boolean hasEntry(byte[] environment, byte[] prefix) {
        for (int start = 0; start + prefix.length <= environment.length; start++) {
            if (Arrays.equals(environment, start, start + prefix.length, prefix, 0, prefix.length)) {
                return true;
            }
            while (start < environment.length && environment[start] != 0) {
                start++;
            }
        }
        return false;
    }

    /**
     * Ends all processes with the entry, first with SIGTERM, after the grace period with SIGKILL, and removes the Unix
     * sockets that they had bound.
     *
     * @param grace zero to send SIGKILL immediately
     * @return how many there were
     */
    public static int end(String entryPrefix, Duration grace) {
        return end(() -> carrying(entryPrefix), entryPrefix, grace);
    }

    /**
     * The same, of this network namespace only. Each has displays of its own, with the same names as others, and the
     * processes of containers are processes of this machine, too.
     *
     * @return as of {@link #end}
     */
    public static int endInThisNetwork(String entryPrefix, Duration grace) {
        return end(
                () -> carrying(entryPrefix).stream()
                        .filter(Processes::isInThisNetwork)
                        .toList(),
                entryPrefix,
                grace);
    }

    private static int end(Supplier<List<ProcessHandle>> carrying, String entryPrefix, Duration grace) {
        List<ProcessHandle> first = carrying.get();
        if (first.isEmpty()) {
            return 0;
        }
        List<UnixSockets.Bound> sockets = UnixSockets.boundBy(first);
        List<ProcessHandle> left = first;
        if (!grace.isZero()) {
            first.forEach(ProcessHandle::destroy);
            left = awaitEnd(carrying, grace, false);
        }
        if (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            left = awaitEnd(carrying, FORCED, true);
        }
        if (!left.isEmpty()) {
            LOG.error("processes {} outlive SIGKILL (expected: none with {})", left, entryPrefix);
        }
        UnixSockets.remove(sockets);
        return first.size();
    }

    private static List<ProcessHandle> awaitEnd(Supplier<List<ProcessHandle>> carrying, Duration limit, boolean force) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            List<ProcessHandle> left = carrying.get();
            if (left.isEmpty() || System.nanoTime() - deadline >= 0) {
                return left;
            }
            if (force) {
                left.forEach(ProcessHandle::destroyForcibly);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }
}
