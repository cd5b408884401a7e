package io.deskmeter.controller.ingest;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.result.BatchStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingBatch;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Keeps timings and samples of runs that the store does not have and never deleted, as after an older state of the
 * store was restored: {@code held/HASH.batch}, each a message {@code Hello} that names the agent, and a message
 * {@code TimingBatch} of one run. At each start those of runs that the store has by then are stored, and those of
 * deleted runs are removed. Thread-safe.
 */
@Component
final class HeldBatches {
    private static final String SUFFIX = ".batch";
    private static final Duration COUNTED_EACH = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(HeldBatches.class);

    private final Path folder;
    private final RunStore runs;
    private final BatchStore batches;
    private final PeerRights rights;
    private final EvidenceQuota quota;
    private final LongSupplier nanoTime;
    private final HeldRoom room = new HeldRoom();
    private long counted;

    HeldBatches(
            DataDirectory data,
            RunStore runs,
            BatchStore batches,
            PeerRights rights,
            EvidenceQuota quota,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.quota = quota;
        this.folder = data.held();
        this.runs = runs;
        this.batches = batches;
        this.rights = rights;
    }

    /**
     * Keeps what came of one run; the same once more is the same as once.
     *
     * @return the file; empty if there is no room for this agent
     * @throws IOException if it cannot be written: then the batch must be sent again
     */
    synchronized Optional<Path> keep(PeerIdentity agent, TimingBatch ofRun) throws IOException {
        byte[] content = content(agent, ofRun);
        Path file = folder.resolve(name(content));
        if (Files.exists(file)) {
            return Optional.of(file);
        }
        if (!isRoom(agent, content.length)) {
            // Somebody may have removed some. All of them are read for it, so an agent must not have it done each time.
            if (nanoTime.getAsLong() - counted < COUNTED_EACH.toNanos()) {
                return Optional.empty();
            }
            count();
            if (!isRoom(agent, content.length)) {
                return Optional.empty();
            }
        }
        Files.createDirectories(folder);
        // Not lost with the power: it is acknowledged.
        AtomicFile.writePrivate(file, content);
        room.add(agent, content.length);
        return Optional.of(file);
    }

    private boolean isRoom(PeerIdentity agent, long more) {
        return quota.noRoomFor(more).isEmpty() && room.mayAdd(agent, more);
    }

    /** For people. */
    String room() {
        return folder + " has reached its bound of " + (HeldRoom.MOST_BYTES >> 20) + " MiB or " + HeldRoom.MOST_FILES
                + " files, or this agent its share of it, or the disk the part that is left to everything else";
    }

    private static byte[] content(PeerIdentity agent, TimingBatch ofRun) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        Hello.newBuilder().setAgentId(agent.id()).setRole(agent.role()).build().writeDelimitedTo(content);
        // Its number says nothing later, and the same records are to have the same name.
        ofRun.toBuilder().clearBatch().build().writeDelimitedTo(content);
        return content.toByteArray();
    }

    private static String name(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)) + SUFFIX;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        }
    }

    private void count() throws IOException {
        counted = nanoTime.getAsLong();
        room.clear();
        for (Path file : files()) {
            room.add(sender(file), Files.size(file));
        }
    }

    /** Of a file that is not one of ours, nobody knows it: it takes room all the same. */
    private static PeerIdentity sender(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Hello agent = Hello.parseDelimitedFrom(in);
            return PeerIdentity.saidBy(agent == null ? Hello.getDefaultInstance() : agent);
        } catch (InvalidProtocolBufferException e) {
            return PeerIdentity.saidBy(Hello.getDefaultInstance());
        }
    }

    /** Another state of the store may have been restored before this start. */
    @EventListener(ApplicationReadyEvent.class)
    synchronized void storeKnown() {
        try {
            int left = 0;
            for (Path file : files()) {
                if (!isSettled(file)) {
                    left++;
                }
            }
            count();
            if (left > 0) {
                LOG.warn(
                        "{}: {} batches of runs that the store does not have and never deleted are kept (expected: none; hint: was an older state of the store restored? They are stored at the start with one that has"
                                + " the runs. Remove the files if nobody needs them)",
                        folder,
                        left);
            }
        } catch (IOException e) {
            LOG.error("{}: cannot be read: {}", folder, e.toString());
        }
    }

    private boolean isSettled(Path file) {
        try {
            // More than an agent can send at once: not written here.
            if (Files.size(file) > SettingChecks.DEFAULT_MAX_FRAME_BYTES * 2L || !settle(file)) {
                return false;
            }
            Files.delete(file);
            return true;
        } catch (IOException | JournalException | DataAccessException e) {
            LOG.error("{}: is looked at again at the next start: {}", file, e.getMessage());
            return false;
        }
    }

    /** @return false if the store does not know the run */
    private boolean settle(Path file) throws IOException {
        try (InputStream in = new ByteArrayInputStream(Files.readAllBytes(file))) {
            Hello agent = Hello.parseDelimitedFrom(in);
            TimingBatch batch = TimingBatch.parseDelimitedFrom(in);
            if (agent == null || batch == null) {
                throw new IOException("cut off");
            }
            ReceivedBatch received = ReceivedBatch.of(batch);
            for (String runId : received.runs()) {
                if (runs.isDeleted(runId)) {
                    LOG.info("{} belongs to run {}, which was deleted; removed", file, runId);
                    received.removeRuns(runId::equals);
                } else if (runs.stateOf(runId).isEmpty()) {
                    return false;
                }
            }
            PeerIdentity peer = PeerIdentity.saidBy(agent);
            received.retainSessions((runId, session) -> rights.measures(peer, runId, session));
            batches.store(received.timingRows(), received.sampleRows());
            LOG.info("{}: what agent {} had measured is stored now", file, agent.getAgentId());
            return true;
        }
    }
}
