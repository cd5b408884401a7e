package io.deskmeter.controller.transfer;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.controller.ingest.EvidenceQuota;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.export.ReportJson;
import io.deskmeter.controller.results.ReportAssembler;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.store.transfer.RunArrivals;
import io.deskmeter.controller.store.transfer.ScratchRun;
import io.deskmeter.controller.store.transfer.StoreSnapshots;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.text.PeerText;
import io.deskmeter.workload.run.RunProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Takes a run in from a file, which is not trusted. It is checked as a whole, then put into a database of its own,
 * brought to this version, and read in every way in which runs are read; only then are its rows and pictures stored.
 * Thread-safe; one at a time.
 */
@Component
public final class RunImport {
    /** Of all parts of a file. */
    private static final long MOST_BYTES = 64L << 30;

    private static final int BUFFER = 1 << 20;
    private static final int MOST_PARTS = 110_000;
    private static final int MOST_PICTURE = 32 << 20;
    /** As lines of text they are about as large as in a store, and there are two. */
    private static final long TIMES_OF_ROWS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(RunImport.class);

    private final DataDirectory data;
    private final RunArrivals arrivals;
    private final EvidenceQuota quota;
    private final Semaphore one = new Semaphore(1);

    RunImport(DataDirectory data, RunArrivals arrivals, EvidenceQuota quota) throws IOException {
        this.data = data;
        this.arrivals = arrivals;
        this.quota = quota;
        // What a killed process has left.
        removeFolder(data.imports());
    }

    /** A run of that id is here, or another import is at work; its message is for display. */
    public static final class ClashException extends IOException {
        private static final long serialVersionUID = 1L;

        ClashException(String message) {
            super(message);
        }
    }

    /** There is no room for it; its message is for display. */
    public static final class NoRoomException extends IOException {
        private static final long serialVersionUID = 1L;

        NoRoomException(String message) {
            super("no room: " + message);
        }
    }

    /**
     * Takes a run in.
     *
     * @param content of the file
     * @param announced its length in bytes
     * @return the id of the run
     * @throws InvalidFileException if it is no run of this version or an earlier one
     * @throws ClashException if it cannot come in now
     * @throws NoRoomException if the disk has no room for it
     */
    public String take(InputStream content, long announced) throws IOException {
        if (!one.tryAcquire()) {
            throw new ClashException(
                    "import: another one is at work (expected: one at a time; hint: try again when it has ended)");
        }
        try {
            Files.createDirectories(data.imports());
            Path file = data.imports().resolve("run.zip");
            receive(content, announced, file, quota::noRoomFor);
            return take(file);
        } finally {
            try {
                removeFolder(data.imports());
            } finally {
                one.release();
            }
        }
    }

    /**
     * Writes it as it comes. What is to come yet must fit beside what the store needs, at each moment: runs and other
     * writers take room meanwhile.
     *
     * @param noRoomFor why there is no room for so many bytes; empty if there is
     */
    static void receive(InputStream content, long announced, Path file, LongFunction<Optional<String>> noRoomFor)
            throws IOException {
        requireRoomFor(announced, noRoomFor);
        byte[] buffer = new byte[BUFFER];
        long received = 0;
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            for (int read = content.readNBytes(buffer, 0, BUFFER);
                    read > 0;
                    read = content.readNBytes(buffer, 0, BUFFER)) {
                requireRoomFor(Math.max(read, announced - received), noRoomFor);
                out.write(buffer, 0, read);
                received += read;
            }
        }
    }

    private static void requireRoomFor(long bytes, LongFunction<Optional<String>> noRoomFor) throws NoRoomException {
        Optional<String> refusal = noRoomFor.apply(bytes);
        if (refusal.isPresent()) {
            throw new NoRoomException(refusal.get());
        }
    }

    private String take(Path file) throws IOException {
        PartsFile parts = PartsFile.check(file, "run file", FileKind.RUN, MOST_BYTES, MOST_PARTS);
        FileHeader header = parts.header();
        String id = String.valueOf(header.run());
        requireFree(id);
        requireRoom(parts);
        try (ScratchRun scratch = ScratchRun.create(data.imports().resolve("store"), header.schema(), id)) {
            parts.read((name, in) -> {
                if (name.startsWith(FileKind.TABLES)) {
                    insert(scratch, name, in);
                }
            });
            scratch.migrate();
            requirePictures(parts, requireReadable(scratch));
            arrivals.store(scratch, () -> pictures(parts, id));
        }
        LOG.info(
                "run {} has come from a file of Deskmeter {}, store {}{}",
                id,
                PeerText.line(header.program()),
                PeerText.line(header.store()),
                header.missingPictures() == null || header.missingPictures() == 0
                        ? ""
                        : "; " + header.missingPictures() + " of its pictures were missing there");
        return id;
    }

    private void requireFree(String id) throws IOException {
        Optional<String> refusal = arrivals.refusal(id);
        if (refusal.isPresent()) {
            throw new ClashException(refusal.get());
        }
        if (Files.exists(data.evidence(id))) {
            throw new ClashException(
                    "run: " + id + " is not in the store, but " + data.evidence(id)
                            + " is there (expected: no folder of that name; hint: it is of an older state of the store; move it away)");
        }
    }

    /** The rows are stored twice for a moment, beside a store that must not run out of room by it. */
    private void requireRoom(PartsFile parts) throws IOException {
        requireRoomFor(TIMES_OF_ROWS * parts.tableBytes(), quota::noRoomFor);
    }

    private static void insert(ScratchRun scratch, String name, InputStream in) throws IOException {
        String table = FileKind.table(name);
        if (!StoreSnapshots.OF_RUN.contains(table)) {
            throw new InvalidFileException(
                    "part " + name + " (expected: tables of a run: " + StoreSnapshots.OF_RUN + ")");
        }
        try {
            scratch.insert(table, name, in);
        } catch (InvalidFileException e) {
            throw e;
        } catch (IOException e) {
            if (StorageFault.of(e) == StorageFault.SPACE) {
                throw e;
            }
            throw new InvalidFileException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads it as pages, reports and comparisons do; returns the names of its pictures. */
    private static Set<String> requireReadable(ScratchRun scratch) throws InvalidFileException {
        String id = scratch.id();
        try {
            RunRow run = scratch.queries()
                    .run(id)
                    .orElseThrow(() -> new IllegalArgumentException("tables/run.jsonl has no row"));
            requireOwnProfile(run);
            StoredRuns stored = StoredRuns.of(scratch);
            RunReport report = ReportAssembler.of(scratch, stored)
                    .report(id)
                    .orElseThrow(() -> new IllegalArgumentException("it has no report"));
            ReportJson.write(report, OutputStream.nullOutputStream());
            stored.snapshot(id);
            stored.stages(id);
            stored.forEachPoint(id, point -> {});
            stored.forEachSamplePoint(id, SampleStore.Selection.ALL, point -> {});
            scratch.timings().forEachSample(id, (agent, fact) -> {});
            for (byte[] strip : scratch.evidence().strips(id)) {
                require(
                        "run of a picture",
                        EvidenceStrip.parseFrom(strip).getTiming().getRunId(),
                        id);
            }
            Set<String> pictures = new HashSet<>();
            scratch.evidence().pictures(id).forEach(picture -> pictures.add(picture.name()));
            return pictures;
        } catch (RuntimeException | InvalidProtocolBufferException e) {
            throw new InvalidFileException(
                    "run " + id + ": its rows cannot be read as a run: " + PeerText.line(String.valueOf(e.getMessage()))
                            + " (expected: rows as a controller has stored them; hint: was the file changed by hand?)",
                    e);
        }
    }

    /** What lists show of it must be what it is. */
    private static void requireOwnProfile(RunRow run) {
        RunProfile profile = run.profile();
        require("state", run.state().name(), run.state().ended() ? run.state().name() : "one in which a run has ended");
        require("profile", run.profileId(), profile.id());
        require("title", run.title(), profile.title());
        require(
                "seed",
                String.valueOf(run.seed()),
                String.valueOf(profile.workloads().seed()));
        require("mode", run.mode(), RunPlan.mode(profile.load()));
    }

    private static void require(String what, String value, String expected) {
        if (!value.equals(expected)) {
            throw new IllegalArgumentException(what + ": " + value + " instead of " + expected);
        }
    }

    private void requirePictures(PartsFile parts, Set<String> known) throws IOException {
        for (String picture : parts.pictures()) {
            if (!known.contains(picture)) {
                throw new InvalidFileException("part " + FileKind.EVIDENCE + picture
                        + " (expected: a picture that tables/evidence.jsonl names)");
            }
        }
        int missing = known.size() - parts.pictures().size();
        Integer said = parts.header().missingPictures();
        if (said != null && said != missing) {
            throw new InvalidFileException("pictures: " + missing + " of " + known.size()
                    + " that tables/evidence.jsonl names are missing (expected: " + said + ", as "
                    + PartsWriter.HEADER + " says; hint: export it again)");
        }
        if (parts.largestPicture() > MOST_PICTURE) {
            throw new InvalidFileException(
                    "a picture of " + parts.largestPicture() + " bytes (expected: at most " + MOST_PICTURE + ")");
        }
        Optional<String> refusal =
                quota.refusal(parts.evidenceBytes(), parts.pictures().size());
        if (refusal.isPresent()) {
            throw new InvalidFileException(refusal.get());
        }
    }

    private void pictures(PartsFile parts, String id) throws IOException {
        Path folder = data.evidence(id);
        parts.read((name, in) -> {
            if (name.startsWith(FileKind.EVIDENCE)) {
                Files.createDirectories(folder);
                AtomicFile.write(
                        folder.resolve(name.substring(FileKind.EVIDENCE.length())), in.readNBytes(MOST_PICTURE));
            }
        });
        quota.forget(id);
    }

    static void removeFolder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
