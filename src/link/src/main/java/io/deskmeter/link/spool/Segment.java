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

    /** A new one, whose first batch has this number; leaves no file behind when it fails. */
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

    /** An existing one; what follows its last whole record is cut off. */
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
        for (Entry entry = Entry.take(rest); entry != null; entry = Entry.take(rest)) {
            note(entry);
            end = rest.position();
        }
        cutBytes = rest.remaining();
        if (cutBytes > 0) {
            file.setLength(end);
        }
    }

    private void note(Entry entry) {
        if (entry.kind() == Entry.BATCH) {
            offsets.add(end);
        } else if (entry.kind() == Entry.ACKNOWLEDGED) {
            acknowledged = Math.max(acknowledged, entry.body().getLong(0));
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

    /** Half a record must not stay; where even that fails, the next append overwrites it and the next open cuts it off. */
    private void trim(IOException cause) {
        try {
            file.setLength(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    TimingBatch read(long batch) throws IOException {
        int at = offsets.get((int) (batch - first));
        file.seek(at);
        byte[] head = new byte[Entry.HEAD_BYTES];
        file.readFully(head);
        byte[] bytes =
                Arrays.copyOf(head, Entry.HEAD_BYTES + ByteBuffer.wrap(head).getInt());
        file.readFully(bytes, Entry.HEAD_BYTES, bytes.length - Entry.HEAD_BYTES);
        Entry entry = Entry.take(ByteBuffer.wrap(bytes));
        if (entry == null) {
            throw new IOException("batch " + batch + " at byte " + at + " has changed on the disk (checksum)");
        }
        try {
            return TimingBatch.parseFrom(entry.body());
        } catch (InvalidProtocolBufferException e) {
            throw new IOException("batch " + batch + " at byte " + at + ": " + e.getMessage(), e);
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

    /** What the acknowledgements in this segment reach, 0 when it has none. */
    long acknowledged() {
        return acknowledged;
    }

    int bytes() {
        return end;
    }

    /** What had to be cut off when it was opened. */
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
