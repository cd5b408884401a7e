package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.link.content.ContentException;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.deskmeter.workload.yaml.WorkloadIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workloads of this agent: the built-in ones, and the fetched ones in the user's state folder. Each is identified
 * by its checksum. A workload with another checksum is fetched from the controller and verified before it is installed.
 *
 * <p>All calls are passed on to one serial executor, where they may wait for the disk. One request at a time.
 */
final class ContentStore {
    private static final Logger LOG = LoggerFactory.getLogger(ContentStore.class);

    /** The size beyond which workloads that are not needed now are removed. */
    private static final long MOST_BYTES = 512L << 20;

    private final Path root;
    private final Path incoming;
    private final Optional<WorkloadCatalog> shipped;
    private final Predicate<FromAgent> link;
    private final Duration timeouts;
    private final SerialExecutor serial;
    private final ResettableTimer timer;
    private @Nullable Request request;

    private record Request(Map<String, String> wanted, Deque<String> left, CompletableFuture<WorkloadCatalog> result) {}

    private @Nullable WorkloadDownload fetch;

    /**
     * @param root folder of fetched workloads; created if missing
     * @param shipped the built-in workloads
     * @param link sends a message; false if there is no link
     * @param timeouts how long to wait for the next part
     */
    ContentStore(
            Path root,
            Optional<WorkloadCatalog> shipped,
            Predicate<FromAgent> link,
            Duration timeouts,
            Executor blocking,
            ScheduledExecutorService timers)
            throws IOException {
        this.root = Files.createDirectories(root).toRealPath();
        this.incoming = this.root.resolve(".incoming");
        this.shipped = shipped;
        this.link = link;
        this.timeouts = timeouts;
        this.serial = new SerialExecutor(blocking);
        this.timer = new ResettableTimer(timers, serial);
        ContentFolders.delete(incoming);
    }

    /** The checksums of all workloads. */
    Map<String, String> checksums() {
        Map<String, String> all = new TreeMap<>(cached().checksums());
        shipped.ifPresent(catalog -> all.putAll(catalog.checksums()));
        return all;
    }

    private WorkloadCatalog cached() {
        return WorkloadCatalog.open(root);
    }

    /**
     * Completes with a catalog that has these workloads, or with a {@link ContentException}.
     *
     * @param wanted id to checksum
     */
    CompletableFuture<WorkloadCatalog> provide(Map<String, String> wanted) {
        CompletableFuture<WorkloadCatalog> result = new CompletableFuture<>();
        serial.execute(() -> begin(wanted, result));
        return result;
    }

    private void begin(Map<String, String> wanted, CompletableFuture<WorkloadCatalog> result) {
        fail("another run is prepared");
        if (shipped.isPresent() && shipped.get().checksums().entrySet().containsAll(wanted.entrySet())) {
            result.complete(shipped.get());
            return;
        }
        request = new Request(wanted, new ArrayDeque<>(wanted.keySet()), result);
        next();
    }

    /** Fetches the missing workloads one after the other. */
    private void next() {
        Request current = request;
        if (current == null) {
            return;
        }
        try {
            while (!current.left.isEmpty()) {
                String id = current.left.element();
                String checksum = String.valueOf(current.wanted.get(id));
                if (!checksum.equals(cached().checksums().get(id)) && !takeShipped(id, checksum)) {
                    ask(id, checksum);
                    return;
                }
                current.left.remove();
            }
            request = null;
            trim(current.wanted);
            current.result.complete(cached());
        } catch (IOException | UncheckedIOException e) {
            fail(inWords(e));
        } catch (ContentException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    private boolean takeShipped(String id, String checksum) throws IOException, ContentException {
        if (shipped.isEmpty() || !checksum.equals(shipped.get().checksums().get(id))) {
            return false;
        }
        try {
            Path unpacked = fresh().resolve("tree");
            ContentFolders.copy(shipped.get().load(id).folder(), unpacked.resolve(id));
            settle(id, checksum, unpacked);
            return true;
        } catch (InvalidDocumentException e) {
            throw new ContentException("content: " + id + " is not valid here: " + e.getMessage(), e);
        }
    }

    private void ask(String id, String checksum) throws IOException, ContentException {
        if (!WorkloadIds.isId(id)) {
            throw new ContentException("workload: " + id + " (expected: names of letters, digits, `.`, `_` and `-`)");
        }
        LOG.info("content of {} is fetched from the controller", id);
        fetch = new WorkloadDownload(id, checksum, fresh());
        askOn(fetch);
    }

    private void askOn(WorkloadDownload current) {
        // Without a link, this is requested again when the link is established.
        boolean unused = link.test(
                FromAgent.newBuilder().setContentRequest(current.wanted()).build());
        timer.set(
                timeouts.toNanos(),
                () -> fail(
                        "content: " + current.progress() + ", then nothing for " + timeouts.toSeconds()
                                + " s (expected: the next part; hint: is the link to the controller broken, or its disk slow?)"));
    }

    private Path fresh() throws IOException {
        ContentFolders.delete(incoming);
        return Files.createDirectories(incoming);
    }

    /** There is a new link: requests on the old one may be lost. */
    void connected() {
        serial.execute(() -> {
            if (fetch != null) {
                askOn(fetch);
            }
        });
    }

    /** A part has arrived. */
    void received(ContentPart part) {
        serial.execute(() -> {
            WorkloadDownload current = fetch;
            if (current == null || !current.awaits(part)) {
                LOG.debug(
                        "content: a part of {} at {} is ignored: it was not requested",
                        part.getWorkload(),
                        part.getOffset());
                return;
            }
            take(current, part);
        });
    }

    private void take(WorkloadDownload current, ContentPart part) {
        try {
            if (!current.accept(part)) {
                askOn(current);
                return;
            }
            timer.cancel();
            fetch = null;
            settle(current.workload(), current.checksum(), current.unpack());
            next();
        } catch (IOException | UncheckedIOException e) {
            fail(inWords(e));
        } catch (ContentException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    /** Installs a workload, if it has the requested checksum. */
    private void settle(String id, String checksum, Path tree) throws IOException, ContentException {
        String here = WorkloadCatalog.open(tree).checksums().get(id);
        if (!checksum.equals(here)) {
            throw new ContentException("content: " + id + " has checksum " + (here == null ? "none" : here)
                    + " as received (expected: " + checksum
                    + "; hint: a workload must not be changed while a run uses it)");
        }
        Path place = root.resolve(id);
        Files.createDirectories(place.getParent());
        ContentFolders.delete(place);
        Files.move(tree.resolve(id), place, StandardCopyOption.ATOMIC_MOVE);
        ContentFolders.delete(incoming);
    }

    /** Removes workloads that are not needed if all together are too large. */
    private void trim(Map<String, String> wanted) throws IOException {
        if (bytes() <= MOST_BYTES) {
            return;
        }
        for (String id : cached().ids()) {
            if (!wanted.containsKey(id)) {
                LOG.info("content of {} is removed: more than {} MB are kept", id, MOST_BYTES >> 20);
                ContentFolders.delete(root.resolve(id));
            }
        }
    }

    private long bytes() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private String inWords(Exception e) {
        return "content: cannot be stored in " + root + ": " + FaultText.reason(e) + "; "
                + (root.toFile().getUsableSpace() >> 20)
                + " MB free (expected: room, and a folder that this user can write)";
    }

    private void fail(String why) {
        Request current = request;
        request = null;
        timer.cancel();
        if (fetch != null) {
            fetch.close();
            fetch = null;
        }
        if (current != null) {
            current.result.completeExceptionally(new ContentException(why));
        }
    }
}
