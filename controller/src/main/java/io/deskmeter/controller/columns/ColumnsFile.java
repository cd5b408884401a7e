package io.deskmeter.controller.columns;

import io.deskmeter.controller.columns.RunColumns.OperationKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Columns as a memory-mapped file: a run of ten million timings needs no heap. Magic, version, number of timings and
 * for how many there is room; the {@linkplain Column columns} one after the other; names (outcomes, operations,
 * details) and their length; a CRC32C of all that. Numbers are big endian. A file that is incomplete, of another
 * version or with other outcomes counts as missing.
 */
final class ColumnsFile {
    /** "DMCO". */
    private static final int MAGIC = 0x444D434F;

    private static final int VERSION = 3;
    private static final int HEAD = 2 * Integer.BYTES + 2 * Long.BYTES;
    private static final int TAIL = Integer.BYTES + Long.BYTES;
    private static final int CHUNK = 1 << 16;
    /** The largest size of a column: a mapping is limited to two gigabytes. */
    private static final int MOST = Integer.MAX_VALUE / Long.BYTES;

    private ColumnsFile() {}

    /** There were more timings than the file has space for. */
    static final class FullException extends IOException {
        private static final long serialVersionUID = 1L;

        FullException(long room) {
            super("columns: more than " + room + " timings");
        }
    }

    /** Writes a file while timings are read, with little memory. */
    static final class Writer implements ColumnOutput, AutoCloseable {
        private final FileChannel channel;
        private final int room;
        private final Map<Column, Part> parts = new EnumMap<>(Column.class);

        /**
         * Makes the file.
         *
         * @param room number of timings
         */
        Writer(Path file, int room) throws IOException {
            if (room > MOST) {
                throw new IOException("columns: " + room + " timings (expected: at most " + MOST + ")");
            }
            this.room = room;
            this.channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            for (Column column : Column.ALL) {
                parts.put(column, new Part(offset(column, room), offset(column, room) + (long) room * column.width()));
            }
        }

        /** The position of a column in the file. */
        private static final class Part {
            private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            private final long end;
            private long next;

            private Part(long from, long end) {
                this.next = from;
                this.end = end;
            }
        }

        private Part part(Column column) {
            return Objects.requireNonNull(parts.get(column), column.name());
        }

        @Override
        public ByteBuffer room(Column column) throws IOException {
            Part part = part(column);
            if (part.chunk.remaining() < column.width()) {
                flush(part);
            }
            return part.chunk;
        }

        private void flush(Part part) throws IOException {
            part.chunk.flip();
            if (part.next + part.chunk.remaining() > part.end) {
                throw new FullException(room);
            }
            part.next += writeFully(channel, part.chunk, part.next);
            part.chunk.clear();
        }

        /**
         * Writes the rest, and maps the columns; the mapping remains after this is closed, even if the file is deleted.
         */
        RunColumns finish(ColumnsBuilder built) throws IOException {
            for (Column column : Column.ALL) {
                flush(part(column));
            }
            ByteBuffer head = ByteBuffer.allocate(HEAD);
            head.putInt(MAGIC).putInt(VERSION).putLong(built.size()).putLong(room);
            writeFully(channel, head.flip(), 0);
            byte[] names = names(built.operations(), built.details());
            long end = HEAD + (long) room * Column.all();
            ByteBuffer tail = ByteBuffer.allocate(names.length + Integer.BYTES);
            tail.put(names).putInt(names.length);
            writeFully(channel, tail.flip(), end);
            long checked = end + names.length + Integer.BYTES;
            ByteBuffer checksum = ByteBuffer.allocate(Long.BYTES).putLong(checksum(channel, checked));
            writeFully(channel, checksum.flip(), checked);
            return map(channel, built.size(), room, built.operations(), built.details());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static long offset(Column column, long room) {
        return HEAD + room * column.before();
    }

    private static int writeFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        int written = 0;
        while (bytes.hasRemaining()) {
            written += channel.write(bytes, at + written);
        }
        return written;
    }

    /** The columns; empty if the file is missing or must be created again. */
    static Optional<RunColumns> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return read(channel, channel.size());
        }
    }

    private static Optional<RunColumns> read(FileChannel channel, long length) throws IOException {
        if (length < HEAD + TAIL) {
            return Optional.empty();
        }
        ByteBuffer head = bytes(channel, 0, HEAD);
        boolean ours = head.getInt() == MAGIC && head.getInt() == VERSION;
        long size = head.getLong();
        long room = head.getLong();
        ByteBuffer tail = bytes(channel, length - TAIL, TAIL);
        int names = tail.getInt();
        if (!ours
                || size < 0
                || size > room
                || room > MOST
                || names < 0
                || length != HEAD + room * Column.all() + names + TAIL
                || tail.getLong() != checksum(channel, length - Long.BYTES)) {
            return Optional.empty();
        }
        return named(channel, (int) size, (int) room, bytes(channel, length - TAIL - names, names));
    }

    private static Optional<RunColumns> named(FileChannel channel, int size, int room, ByteBuffer names)
            throws IOException {
        if (!strings(names).equals(outcomes())) {
            return Optional.empty();
        }
        List<String> operations = strings(names);
        List<OperationKey> keys = new ArrayList<>();
        for (int i = 0; i < operations.size(); i += 3) {
            keys.add(new OperationKey(operations.get(i), operations.get(i + 1), operations.get(i + 2)));
        }
        return Optional.of(map(channel, size, room, keys, strings(names)));
    }

    private static RunColumns map(
            FileChannel channel, int size, int room, List<OperationKey> operations, List<String> details)
            throws IOException {
        Map<Column, ByteBuffer> columns = new EnumMap<>(Column.class);
        List<MappedByteBuffer> mapped = new ArrayList<>();
        for (Column column : Column.ALL) {
            long length = (long) size * column.width();
            MappedByteBuffer buffer = channel.map(MapMode.READ_ONLY, offset(column, room), length);
            mapped.add(buffer);
            columns.put(column, buffer);
        }
        return new RunColumns(operations, details, size, columns, mapped);
    }

    private static ByteBuffer bytes(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {
            // Continues at its position.
        }
        return bytes.flip();
    }

    private static long checksum(FileChannel channel, long length) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long at = 0; at < length; ) {
            chunk.clear().limit((int) Math.min(CHUNK, length - at));
            int read = channel.read(chunk, at);
            if (read < 0) {
                throw new IOException("columns: " + at + " bytes (expected: " + length + ")");
            }
            crc.update(chunk.flip());
            at += read;
        }
        return crc.getValue();
    }

    private static List<String> outcomes() {
        return OutcomeCodes.ALL.stream().map(Enum::name).toList();
    }

    private static byte[] names(List<OperationKey> keys, List<String> details) {
        List<String> operations = new ArrayList<>();
        keys.forEach(key -> operations.addAll(List.of(key.workload(), key.operation(), key.group())));
        List<List<String>> lists = List.of(outcomes(), operations, details);
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
}
