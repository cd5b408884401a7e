package io.deskmeter.screen.x11.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One request, written field by field: {@code Request.of(GET_GEOMETRY, 0).u32(window)}. */
public final class Request {
    private static final int MAX_BYTES = 4096;

    private ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);

    private Request(int opcode, int data) {
        buffer.put((byte) opcode).put((byte) data).putShort((short) 0);
    }

    /**
     * Begins a request.
     *
     * @param opcode of the core protocol, or the major opcode of an extension
     * @param data the byte after it, in extensions the minor opcode
     */
    public static Request of(int opcode, int data) {
        return new Request(opcode, data);
    }

    public Request u8(int value) {
        room(1).put((byte) value);
        return this;
    }

    public Request u16(int value) {
        room(2).putShort((short) value);
        return this;
    }

    public Request u32(int value) {
        room(4).putInt(value);
        return this;
    }

    /** Adds unused bytes. */
    public Request pad(int bytes) {
        room(bytes).put(new byte[bytes]);
        return this;
    }

    /** Characters of ISO Latin-1; the end of the request pads them. */
    public Request text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        room(bytes.length).put(bytes);
        return this;
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int wanted = buffer.position() + bytes;
            if (wanted > MAX_BYTES) {
                throw new IllegalArgumentException("request: " + wanted + " bytes (expected: <= " + MAX_BYTES + ")");
            }
            buffer = ByteBuffer.allocate(Math.max(2 * buffer.capacity(), wanted))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(buffer.flip());
        }
        return buffer;
    }

    /** The whole request with its length. */
    byte[] bytes() {
        int words = (buffer.position() + 3) / 4;
        buffer.putShort(2, (short) words);
        return Arrays.copyOf(buffer.array(), words * 4);
    }
}
