package io.deskmeter.controller.columns;

import io.deskmeter.controller.columns.RunColumns.OperationKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Columns as a file: magic, version, number of timings, names (outcomes, operations, details), the arrays one after the other, and a CRC32C of all
 * that; numbers are big endian. A file that is not whole, of another version or of other outcomes counts as none.
 */
final class ColumnsFile {
    /** "DMCO". */
    private static final int MAGIC = 0x444D434F;

    private static final int VERSION = 1;
    private static final int BYTES_PER_TIMING = 3 * Integer.BYTES + 6 * Long.BYTES + 2 * Short.BYTES + 2;

    private ColumnsFile() {}

    /** Writes beside the file first, so that it is there whole or not at all. */
    static void write(RunColumns columns, Path file) throws IOException {
        byte[] names = names(columns);
        long length = 4L * Integer.BYTES + names.length + (long) columns.size() * BYTES_PER_TIMING + Long.BYTES;
        if (length > Integer.MAX_VALUE) {
            throw new IOException("columns: " + length + " bytes (expected: at most " + Integer.MAX_VALUE
                    + ", about 28 million timings)");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        bytes.putInt(MAGIC)
                .putInt(VERSION)
                .putInt(columns.size())
                .putInt(names.length)
                .put(names);
        putColumns(columns, bytes);
        bytes.putLong(checksum(bytes.duplicate().flip())).flip();
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void putColumns(RunColumns columns, ByteBuffer bytes) {
        ints(bytes, columns.session);
        ints(bytes, columns.iteration);
        ints(bytes, columns.detail);
        longs(bytes, columns.sequence);
        longs(bytes, columns.firedMicros);
        longs(bytes, columns.responseNanos);
        longs(bytes, columns.resolutionNanos);
        longs(bytes, columns.lagNanos);
        longs(bytes, columns.thinkNanos);
        shorts(bytes, columns.operation);
        shorts(bytes, columns.loadPoint);
        bytes.put(columns.outcome);
        for (boolean steady : columns.steady) {
            bytes.put((byte) (steady ? 1 : 0));
        }
    }

    /** The columns; empty where the file is missing or must be made again. */
    static Optional<RunColumns> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = channel.size();
            if (length < 4L * Integer.BYTES + Long.BYTES || length > Integer.MAX_VALUE) {
                return Optional.empty();
            }
            return read(channel.map(FileChannel.MapMode.READ_ONLY, 0, length));
        }
    }

    private static Optional<RunColumns> read(ByteBuffer bytes) {
        ByteBuffer body = bytes.duplicate();
        body.limit(bytes.limit() - Long.BYTES);
        if (bytes.getInt() != MAGIC || bytes.getInt() != VERSION) {
            return Optional.empty();
        }
        int size = bytes.getInt();
        int names = bytes.getInt();
        long expected = 4L * Integer.BYTES + names + (long) size * BYTES_PER_TIMING + Long.BYTES;
        if (size < 0
                || names < 0
                || expected != bytes.limit()
                || checksum(body) != bytes.getLong(bytes.limit() - Long.BYTES)) {
            return Optional.empty();
        }
        byte[] text = new byte[names];
        bytes.get(text);
        return columns(ByteBuffer.wrap(text), bytes, size);
    }

    private static Optional<RunColumns> columns(ByteBuffer names, ByteBuffer bytes, int size) {
        if (!strings(names).equals(outcomes())) {
            return Optional.empty();
        }
        List<String> operations = strings(names);
        List<OperationKey> keys = new ArrayList<>();
        for (int i = 0; i < operations.size(); i += 3) {
            keys.add(new OperationKey(operations.get(i), operations.get(i + 1), operations.get(i + 2)));
        }
        List<String> details = strings(names);
        int[] session = ints(bytes, size);
        int[] iteration = ints(bytes, size);
        int[] detail = ints(bytes, size);
        long[] sequence = longs(bytes, size);
        long[] fired = longs(bytes, size);
        long[] response = longs(bytes, size);
        long[] resolution = longs(bytes, size);
        long[] lag = longs(bytes, size);
        long[] think = longs(bytes, size);
        short[] operation = shorts(bytes, size);
        short[] loadPoint = shorts(bytes, size);
        byte[] outcome = new byte[size];
        bytes.get(outcome);
        boolean[] steady = new boolean[size];
        for (int i = 0; i < size; i++) {
            steady[i] = bytes.get() != 0;
        }
        return Optional.of(new RunColumns(
                keys,
                details,
                session,
                sequence,
                iteration,
                operation,
                outcome,
                loadPoint,
                steady,
                fired,
                response,
                resolution,
                lag,
                think,
                detail));
    }

    private static long checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    private static List<String> outcomes() {
        return Outcomes.ALL.stream().map(Enum::name).toList();
    }

    private static byte[] names(RunColumns columns) {
        List<String> operations = new ArrayList<>();
        columns.operations.forEach(key -> operations.addAll(List.of(key.workload(), key.operation(), key.group())));
        List<List<String>> lists = List.of(outcomes(), operations, columns.details);
        List<byte[]> encoded = new ArrayList<>();
        int length = 0;
        for (List<String> list : lists) {
            length += Integer.BYTES;
            for (String text : list) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                encoded.add(utf8);
                length += Integer.BYTES + utf8.length;
            }
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        int next = 0;
        for (List<String> list : lists) {
            bytes.putInt(list.size());
            for (int i = 0; i < list.size(); i++) {
                byte[] utf8 = encoded.get(next++);
                bytes.putInt(utf8.length).put(utf8);
            }
        }
        return bytes.array();
    }

    private static List<String> strings(ByteBuffer bytes) {
        int count = bytes.getInt();
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] utf8 = new byte[bytes.getInt()];
            bytes.get(utf8);
            strings.add(new String(utf8, StandardCharsets.UTF_8));
        }
        return strings;
    }

    private static void ints(ByteBuffer bytes, int[] values) {
        bytes.asIntBuffer().put(values);
        bytes.position(bytes.position() + values.length * Integer.BYTES);
    }

    private static void longs(ByteBuffer bytes, long[] values) {
        bytes.asLongBuffer().put(values);
        bytes.position(bytes.position() + values.length * Long.BYTES);
    }

    private static void shorts(ByteBuffer bytes, short[] values) {
        bytes.asShortBuffer().put(values);
        bytes.position(bytes.position() + values.length * Short.BYTES);
    }

    private static int[] ints(ByteBuffer bytes, int size) {
        int[] values = new int[size];
        bytes.asIntBuffer().get(values);
        bytes.position(bytes.position() + size * Integer.BYTES);
        return values;
    }

    private static long[] longs(ByteBuffer bytes, int size) {
        long[] values = new long[size];
        bytes.asLongBuffer().get(values);
        bytes.position(bytes.position() + size * Long.BYTES);
        return values;
    }

    private static short[] shorts(ByteBuffer bytes, int size) {
        short[] values = new short[size];
        bytes.asShortBuffer().get(values);
        bytes.position(bytes.position() + size * Short.BYTES);
        return values;
    }
}
