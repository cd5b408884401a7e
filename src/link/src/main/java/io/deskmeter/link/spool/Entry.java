package io.deskmeter.link.spool;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One record of a segment.
 *
 * @param kind {@link #BATCH} or {@link #ACKNOWLEDGED}
 * @param body without the kind
 */
record Entry(byte kind, ByteBuffer body) {
    static final byte BATCH = 'B';
    static final byte ACKNOWLEDGED = 'A';
    /** Length and checksum. */
    static final int HEAD_BYTES = 8;

    static byte[] bytes(byte kind, byte[] body) {
        ByteBuffer record = ByteBuffer.allocate(HEAD_BYTES + 1 + body.length);
        record.putInt(1 + body.length).putInt(0).put(kind).put(body);
        record.putInt(4, checksum(record.array(), HEAD_BYTES, 1 + body.length));
        return record.array();
    }

    /** Reads the next record; null, with the position unchanged, if there is no complete and valid one. */
    static @Nullable Entry take(ByteBuffer bytes) {
        int start = bytes.position();
        if (bytes.remaining() < HEAD_BYTES) {
            return null;
        }
        int length = bytes.getInt(start);
        if (length < 1 || length > bytes.remaining() - HEAD_BYTES) {
            return null;
        }
        int from = start + HEAD_BYTES;
        if (bytes.getInt(start + 4) != checksum(bytes.array(), bytes.arrayOffset() + from, length)) {
            return null;
        }
        bytes.position(from + length);
        return new Entry(bytes.get(from), bytes.slice(from + 1, length - 1));
    }

    /** The position of the next complete and valid record; below zero if there is none. */
    static int find(ByteBuffer bytes, int from) {
        for (int at = from; at <= bytes.limit() - HEAD_BYTES - 1; at++) {
            byte kind = bytes.get(at + HEAD_BYTES);
            // Checked first, to avoid computing a checksum for other kinds.
            if ((kind == BATCH || kind == ACKNOWLEDGED)
                    && take(bytes.duplicate().position(at)) != null) {
                return at;
            }
        }
        return -1;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
