package io.deskmeter.link.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A spool for each store of a controller, in a folder of its id: what was measured for one controller is never
 * delivered to another, which would acknowledge and drop it. What was kept for a controller that told no id, by this or
 * an earlier version, is that of the first controller that tells one. One process at a time; thread-safe in it.
 */
public final class StoreSpools implements AutoCloseable {
    /** For controllers that do not tell the id of their store. */
    private static final String UNKNOWN = "unknown";

    /** What an earlier version kept of batches that the disk had changed, for people. */
    private static final String DAMAGED = "damaged";

    private final Path dir;
    private final long maxBytes;
    private final DirLock lock;
    private final Map<String, TimingSpool> spools = new TreeMap<>();

    private StoreSpools(Path dir, long maxBytes, DirLock lock) {
        this.dir = dir;
        this.maxBytes = maxBytes;
        this.lock = lock;
    }

    /** Opens the spools of a folder, which is created if necessary. */
    public static StoreSpools open(Path dir) throws SpoolException {
        return open(dir, TimingSpool.DEFAULT_MAX_BYTES);
    }

    /** As {@link #open(Path)}, with another limit for the size of each spool. */
    public static StoreSpools open(Path dir, long maxBytes) throws SpoolException {
        StoreSpools all = new StoreSpools(dir, maxBytes, DirLock.take(dir));
        try {
            all.moveOfEarlierVersion();
            for (Path folder : all.folders()) {
                all.spools.put(folder.getFileName().toString(), TimingSpool.open(folder, maxBytes));
            }
            return all;
        } catch (SpoolException e) {
            all.close();
            throw e;
        }
    }

    /**
     * An earlier version had one spool, in this folder itself. Cut off in the middle, the rest is moved at the next
     * start.
     */
    private void moveOfEarlierVersion() throws SpoolException {
        try {
            List<Path> old = children(path -> Segment.NAME.matcher(name(path)).matches());
            if (old.isEmpty()) {
                return;
            }
            Path unknown = dir.resolve(UNKNOWN);
            // An earlier version was started again in between: both have numbered from 1.
            if (old.stream().anyMatch(file -> Files.exists(unknown.resolve(name(file))))) {
                throw new SpoolException("spool: " + dir + " and " + unknown
                        + " both have timings (expected: one of them; hint: start the earlier version until it has delivered its own, or"
                        + " remove one)");
            }
            Files.createDirectories(unknown);
            for (Path file : old) {
                Files.move(file, unknown.resolve(name(file)), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw SpoolException.failed("spool of an earlier version cannot be moved", dir, e);
        }
    }

    private List<Path> folders() throws SpoolException {
        try {
            return children(path -> Files.isDirectory(path) && !name(path).equals(DAMAGED));
        } catch (IOException e) {
            throw SpoolException.failed("spools cannot be listed", dir, e);
        }
    }

    private List<Path> children(Predicate<Path> which) throws IOException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(which).sorted().toList();
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /**
     * The spool of a store; it is created if necessary.
     *
     * @param storeId checked by the handshake; empty if the controller tells none
     */
    public synchronized TimingSpool of(String storeId) throws SpoolException {
        String name = storeId.isEmpty() ? UNKNOWN : storeId;
        TimingSpool present = spools.get(name);
        if (present != null) {
            return present;
        }
        TimingSpool made = TimingSpool.open(dir.resolve(name), maxBytes);
        spools.put(name, made);
        return made;
    }

    /**
     * Gives what is kept for a controller that told no id to this store, if there is nothing of this store yet.
     *
     * @return whether there was something
     */
    public synchronized boolean adopt(String storeId) throws SpoolException {
        TimingSpool unknown = spools.get(UNKNOWN);
        if (storeId.isEmpty() || spools.containsKey(storeId) || unknown == null || unknown.backlog() == 0) {
            return false;
        }
        unknown.close();
        spools.remove(UNKNOWN);
        try {
            Files.move(dir.resolve(UNKNOWN), dir.resolve(storeId), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            spools.put(UNKNOWN, TimingSpool.open(dir.resolve(UNKNOWN), maxBytes));
            throw SpoolException.failed("spool cannot be renamed", dir.resolve(UNKNOWN), e);
        }
        spools.put(storeId, TimingSpool.open(dir.resolve(storeId), maxBytes));
        return true;
    }

    /** The number of batches that each other store has not acknowledged, by its id; those without any are left out. */
    public synchronized Map<String, Long> others(String storeId) {
        Map<String, Long> kept = new TreeMap<>();
        spools.forEach((id, spool) -> {
            if (!id.equals(storeId.isEmpty() ? UNKNOWN : storeId) && spool.backlog() > 0) {
                kept.put(id, spool.backlog());
            }
        });
        return kept;
    }

    /** The sum of all files. */
    public synchronized long bytes() {
        return spools.values().stream().mapToLong(TimingSpool::bytes).sum();
    }

    /** The number of batches that could not be read since they were opened. */
    public synchronized long damagedBatches() {
        return spools.values().stream().mapToLong(TimingSpool::damagedBatches).sum();
    }

    /** Forces the stored timings to the disk and releases the folder. */
    @Override
    public synchronized void close() throws SpoolException {
        @Nullable SpoolException failed = null;
        try (lock) {
            for (TimingSpool spool : spools.values()) {
                try {
                    spool.close();
                } catch (SpoolException e) {
                    failed = e;
                }
            }
            spools.clear();
        } catch (IOException e) {
            throw SpoolException.failed("spools cannot be closed", dir, e);
        }
        if (failed != null) {
            throw failed;
        }
    }
}
