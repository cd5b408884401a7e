package io.deskmeter.link.spool;

import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps batches of timings and samples in a folder until they are acknowledged; see the package's description for files
 * and promises. One process at a time; thread-safe of it.
 */
public final class TimingSpool implements AutoCloseable {
    /** More than a day of a thousand sessions. */
    public static final long DEFAULT_MAX_BYTES = 256L << 20;

    /** A batch must fit into a frame of the link. */
    public static final int MAX_BATCH_BYTES = 1 << 20;

    private static final int SEGMENT_BYTES = 4 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(TimingSpool.class);

    private final Path dir;
    private final long maxBytes;
    private final int segmentBytes;
    private final Disk disk;
    private final DirLock lock;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private final DamagedBatches damaged;
    private long acknowledged;
    private long cutBytes;

    private TimingSpool(Path dir, long maxBytes, int segmentBytes, Disk disk, DirLock lock) {
        this.dir = dir;
        this.maxBytes = maxBytes;
        this.segmentBytes = segmentBytes;
        this.disk = disk;
        this.lock = lock;
        this.damaged = new DamagedBatches(dir.resolve("damaged"));
    }

    /** Opens the spool of a folder, which is created if necessary. */
    public static TimingSpool open(Path dir) throws SpoolException {
        return open(dir, DEFAULT_MAX_BYTES);
    }

    /** As {@link #open(Path)}, with another limit for the size of all files. */
    public static TimingSpool open(Path dir, long maxBytes) throws SpoolException {
        return open(dir, maxBytes, SEGMENT_BYTES, Disk.real());
    }

    static TimingSpool open(Path dir, long maxBytes, int segmentBytes, Disk disk) throws SpoolException {
        DirLock lock = DirLock.take(dir);
        TimingSpool spool = new TimingSpool(dir, maxBytes, segmentBytes, disk, lock);
        try {
            spool.recover();
            return spool;
        } catch (SpoolException e) {
            spool.release();
            throw e;
        }
    }

    private void recover() throws SpoolException {
        for (Path path : files()) {
            try {
                segments.add(Segment.open(path, disk));
            } catch (IOException e) {
                throw SpoolException.failed("segment cannot be opened", path, e);
            }
        }
        if (segments.isEmpty()) {
            segments.add(create(1));
        }
        fillGaps();
        acknowledged = segments.getFirst().first() - 1;
        for (Segment segment : segments) {
            acknowledged = Math.max(acknowledged, segment.acknowledged());
            cutBytes += segment.cutBytes();
            if (segment.cutBytes() > 0) {
                LOG.warn("{}: {} bytes of a torn record were cut off", segment.path(), segment.cutBytes());
            }
        }
        dropAcknowledged();
    }

    /** A segment's name shows how many batches the previous one had. */
    private void fillGaps() {
        Segment before = null;
        for (Segment segment : segments) {
            if (before != null) {
                before.fill(segment.first());
            }
            before = segment;
        }
    }

    private List<Path> files() throws SpoolException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(path ->
                            Segment.NAME.matcher(path.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw SpoolException.failed("spool cannot be listed", dir, e);
        }
    }

    /** Keeps timings as one batch; see {@link #append(List, List)}. */
    public long append(List<TimingRecord> timings) throws SpoolException {
        return append(timings, List.of());
    }

    /**
     * Keeps timings and samples as one batch.
     *
     * @return its number: 1, 2, 3, … for ever
     * @throws SpoolException when the disk or the spool is full; nothing of the batch is kept then, and all batches
     *     before are
     * @throws IllegalArgumentException when there is neither a timing nor a sample, or more than
     *     {@link #MAX_BATCH_BYTES} of them
     */
    public synchronized long append(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException {
        long batch = last().next();
        byte[] body = TimingBatch.newBuilder()
                .setBatch(batch)
                .addAllTimings(timings)
                .addAllSamples(samples)
                .build()
                .toByteArray();
        if ((timings.isEmpty() && samples.isEmpty()) || body.length > MAX_BATCH_BYTES) {
            throw new IllegalArgumentException("batch: " + timings.size() + " timings and " + samples.size()
                    + " samples in " + body.length + " bytes (expected: at least one timing or sample, at most "
                    + MAX_BATCH_BYTES + " bytes)");
        }
        requireRoom(body.length);
        boolean empty = last().next() == last().first();
        if (!empty && last().bytes() + body.length > segmentBytes) {
            roll(batch);
        }
        write(Entry.BATCH, body);
        return batch;
    }

    private Segment last() {
        if (segments.isEmpty()) {
            throw new IllegalStateException("spool: " + dir + " is closed (expected: open)");
        }
        return segments.getLast();
    }

    private void requireRoom(int bytes) throws SpoolException {
        long kept = bytes();
        if (kept + bytes > maxBytes) {
            throw new SpoolException("spool: " + dir + " holds " + kept + " bytes in " + backlog()
                    + " unacknowledged batches (expected: <= " + maxBytes
                    + "; hint: the controller has not acknowledged for long; is it reachable?)");
        }
    }

    private void roll(long next) throws SpoolException {
        Segment full = last();
        try {
            full.force();
        } catch (IOException e) {
            throw SpoolException.failed("segment cannot be forced to disk", full.path(), e);
        }
        segments.add(create(next));
        dropAcknowledged();
    }

    private Segment create(long next) throws SpoolException {
        try {
            return Segment.create(dir, next, disk);
        } catch (IOException e) {
            throw SpoolException.failed("segment cannot be made", dir, e);
        }
    }

    private void write(byte kind, byte[] body) throws SpoolException {
        Segment last = last();
        try {
            last.append(kind, body);
        } catch (IOException e) {
            throw SpoolException.failed("timings cannot be kept", last.path(), e);
        }
    }

    /** The oldest batches that are not acknowledged, in order. */
    public List<TimingBatch> unacknowledged(int maxBatches) throws SpoolException {
        return unacknowledged(0, maxBatches);
    }

    /** The oldest batches that are neither acknowledged nor numbered up to {@code after}, in order. */
    public synchronized List<TimingBatch> unacknowledged(long after, int maxBatches) throws SpoolException {
        List<TimingBatch> batches = new ArrayList<>();
        long from = Math.max(after, acknowledged) + 1;
        for (Segment segment : segments) {
            for (long n = Math.max(from, segment.first()); n < segment.next() && batches.size() < maxBatches; n++) {
                batches.add(read(segment, n));
            }
        }
        return batches;
    }

    private TimingBatch read(Segment segment, long batch) throws SpoolException {
        try {
            return segment.read(batch);
        } catch (DamagedBatchException e) {
            return damaged.replacement(batch, e);
        } catch (IOException e) {
            throw SpoolException.failed("timings cannot be read", segment.path(), e);
        }
    }

    /**
     * Releases all batches up to this one; a batch that is already released is no error.
     *
     * @throws SpoolException if this cannot be written; the batches count as acknowledged nevertheless, and are only
     *     sent again after the next open
     * @throws IllegalArgumentException if there never was such a batch
     */
    public synchronized void acknowledge(long batch) throws SpoolException {
        long last = last().next() - 1;
        if (batch < 0 || batch > last) {
            throw new IllegalArgumentException("batch: " + batch + " (expected: 0 to " + last + ", the last one kept)");
        }
        if (batch <= acknowledged) {
            return;
        }
        acknowledged = batch;
        damaged.acknowledged(batch);
        dropAcknowledged();
        write(Entry.ACKNOWLEDGED, ByteBuffer.allocate(Long.BYTES).putLong(batch).array());
    }

    /**
     * The last segment stays, because its name continues the numbers. Oldest first, so that the remaining segments have
     * no gaps.
     */
    private void dropAcknowledged() throws SpoolException {
        while (segments.size() > 1 && segments.getFirst().next() - 1 <= acknowledged) {
            Segment done = segments.removeFirst();
            try {
                done.delete();
            } catch (IOException e) {
                throw SpoolException.failed("segment cannot be deleted", done.path(), e);
            }
        }
    }

    /** The batch up to which all are acknowledged. */
    public synchronized long acknowledged() {
        return acknowledged;
    }

    /** How many batches are not acknowledged. */
    public synchronized long backlog() {
        return last().next() - 1 - acknowledged;
    }

    /** The sum of all files. */
    public synchronized long bytes() {
        return segments.stream().mapToLong(Segment::bytes).sum();
    }

    /** The number of batches that could not be read since it was opened. */
    public synchronized long damagedBatches() {
        return damaged.count();
    }

    /** The number of bytes that were cut off at open, because the process or the machine ended during a write. */
    public synchronized long cutBytes() {
        return cutBytes;
    }

    /** Forces the stored timings to the disk and releases the folder. */
    @Override
    public synchronized void close() throws SpoolException {
        try {
            if (!segments.isEmpty()) {
                segments.getLast().force();
            }
        } catch (IOException e) {
            throw SpoolException.failed("spool cannot be forced to disk", dir, e);
        } finally {
            release();
        }
    }

    private void release() throws SpoolException {
        try (lock) {
            for (Segment segment : segments) {
                segment.close();
            }
            segments.clear();
        } catch (IOException e) {
            throw SpoolException.failed("spool cannot be closed", dir, e);
        }
    }
}
