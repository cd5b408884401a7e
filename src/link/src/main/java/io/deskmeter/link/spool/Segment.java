package io.deskmeter.link.spool;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.link.v1.TimingBatch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** One file of the log; the format is in the package's description. Guarded by the {@link TimingSpool}. */
final class Segment implements AutoCloseable {
    static final Pattern NAME = Pattern.compile("(\\d{19})\\.timings");

    private static final byte[] MAGIC = {'D', 'M', 'T', 'I', 'M', 'E', 'S', 1};

    /** The offset of a missing batch. */
    private static final int NOWHERE = -1;

    private final Path path;
    private final long first;
    private final RandomAccessFile file;
    private final Disk disk;
    private final Offsets offsets = new Offsets();
    private int end = MAGIC.length;
    private long acknowledged;
    private int cutBytes;

    private Segment(Path path, long first, RandomAccessFile file, Disk disk) {
        this.path = path;
        this.first = first;
        this.file = file;
        this.disk = disk;
    }

    /** Creates a segment whose first batch has this number; leaves no file behind if it fails. */
    static Segment create(Path dir, long first, Disk disk) throws IOException {
        Path path = dir.resolve(String.format(Locale.ROOT, "%019d.timings", first));
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            disk.write(file, MAGIC);
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(path);
            throw e;
        }
        return new Segment(path, first, file, disk);
    }

    /** Opens an existing segment; bytes after its last complete record are cut off. */
    static Segment open(Path path, Disk disk) throws IOException {
        long first = Long.parseLong(path.getFileName().toString().substring(0, 19));
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            Segment segment = new Segment(path, first, file, disk);
            segment.recover(Files.readAllBytes(path));
            return segment;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private void recover(byte[] bytes) throws IOException {
        int magic = Math.min(bytes.length, MAGIC.length);
        if (!Arrays.equals(bytes, 0, magic, MAGIC, 0, magic)) {
            throw new IOException("not a segment of this version: does not begin with " + Arrays.toString(MAGIC)
                    + " (hint: move the file away)");
        }
        if (magic < MAGIC.length) {
            file.seek(0);
            disk.write(file, MAGIC);
            cutBytes = magic;
            return;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes).position(MAGIC.length);
        int damage = NOWHERE;
        while (rest.hasRemaining()) {
            int at = rest.position();
            Entry entry = Entry.take(rest);
            if (entry != null) {
                damage = note(entry, at, damage);
                end = rest.position();
            } else {
                damage = damage == NOWHERE ? at : damage;
                int next = Entry.find(rest, at + 1);
                if (next < 0) {
                    break;
                }
                rest.position(next);
            }
        }
        cutBytes = bytes.length - end;
        if (cutBytes > 0) {
            file.setLength(end);
        }
    }

    /**
     * Notes a record.
     *
     * @param damage the start of invalid bytes before it, if no later batch has shown yet how many batches they were
     * @return the same for the next record
     */
    private int note(Entry entry, int at, int damage) throws IOException {
        if (entry.kind() == Entry.ACKNOWLEDGED) {
            acknowledged = Math.max(acknowledged, entry.body().getLong(0));
            return damage;
        }
        if (damage != NOWHERE) {
            fill(TimingBatch.parseFrom(entry.body()).getBatch(), damage);
        }
        offsets.add(at);
        return NOWHERE;
    }

    /** Marks all earlier batch numbers without a record as damaged batches. */
    void fill(long next) {
        fill(next, NOWHERE);
    }

    private void fill(long next, int damage) {
        int at = damage;
        while (next() < next) {
            offsets.add(at);
            at = NOWHERE;
        }
    }

    void append(byte kind, byte[] body) throws IOException {
        byte[] bytes = Entry.bytes(kind, body);
        try {
            file.seek(end);
            disk.write(file, bytes);
        } catch (IOException e) {
            trim(e);
            throw e;
        }
        if (kind == Entry.BATCH) {
            offsets.add(end);
        }
        end += bytes.length;
    }

    /** Removes a partial record. If even that fails, the next append overwrites it, or the next open cuts it off. */
    private void trim(IOException cause) {
        try {
            file.setLength(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Reads a batch.
     *
     * @throws DamagedBatchException if it differs from what was written
     */
    TimingBatch read(long batch) throws IOException {
        int index = (int) (batch - first);
        int at = offsets.get(index);
        if (at == NOWHERE) {
            throw new DamagedBatchException("batch " + batch + " is missing in " + path, ByteBuffer.allocate(0));
        }
        file.seek(at);
        byte[] head = new byte[Entry.HEAD_BYTES];
        file.readFully(head);
        // The length may be damaged, too: reads at most the bytes before the next batch.
        int room = offsets.nextAfter(index, end) - at - Entry.HEAD_BYTES;
        int said = ByteBuffer.wrap(head).getInt();
        int length = said < 1 || said > room ? room : said;
        byte[] bytes = Arrays.copyOf(head, Entry.HEAD_BYTES + length);
        file.readFully(bytes, Entry.HEAD_BYTES, length);
        Entry entry = Entry.take(ByteBuffer.wrap(bytes));
        if (entry == null || entry.kind() != Entry.BATCH) {
            throw new DamagedBatchException(
                    "batch " + batch + " at byte " + at + " of " + path + " has changed on the disk (checksum)",
                    ByteBuffer.wrap(bytes, Entry.HEAD_BYTES + 1, length - 1).slice());
        }
        try {
            return TimingBatch.parseFrom(entry.body());
        } catch (InvalidProtocolBufferException e) {
            throw new DamagedBatchException(
                    "batch " + batch + " at byte " + at + " of " + path + ": " + e.getMessage(), entry.body());
        }
    }

    Path path() {
        return path;
    }

    long first() {
        return first;
    }

    /** The number that the next batch in this segment gets. */
    long next() {
        return first + offsets.size();
    }

    /** The highest acknowledged batch in this segment, 0 if there is none. */
    long acknowledged() {
        return acknowledged;
    }

    int bytes() {
        return end;
    }

    /** The number of bytes that were cut off when it was opened. */
    int cutBytes() {
        return cutBytes;
    }

    void force() throws IOException {
        file.getFD().sync();
    }

    void delete() throws IOException {
        file.close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
