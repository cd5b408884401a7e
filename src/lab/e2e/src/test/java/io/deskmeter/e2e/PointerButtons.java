package io.deskmeter.e2e;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Asks an X server which buttons of the mouse it takes for pressed, by the request QueryPointer of the core protocol
 * (X11R7, request 38).
 */
final class PointerButtons {
    private static final String COOKIE = "MIT-MAGIC-COOKIE-1";
    private static final int MAJOR = 11;
    private static final int QUERY_POINTER = 38;
    private static final int REPLY = 32;

    /** Button1Mask to Button5Mask. */
    private static final int BUTTONS = 0x1F00;

    private PointerButtons() {}

    /**
     * The mask of the pressed buttons; 0 if none is.
     *
     * @param desktop the folder with the files {@code display} and {@code Xauthority}
     */
    static int pressed(Path desktop) throws IOException {
        String display = Files.readString(desktop.resolve("display")).strip();
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of("/tmp/.X11-unix/X" + display))) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            send(channel, setup(cookie(Files.readAllBytes(desktop.resolve("Xauthority")))));
            int root = root(in);
            send(
                    channel,
                    buffer(8)
                            .put((byte) QUERY_POINTER)
                            .put((byte) 0)
                            .putShort((short) 2)
                            .putInt(root));
            ByteBuffer reply = read(in, REPLY);
            if (reply.get(0) != 1) {
                throw new IOException("X server: QueryPointer was answered by " + reply.get(0) + " (expected: 1)");
            }
            return reply.getShort(24) & BUTTONS;
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void send(SocketChannel channel, ByteBuffer message) throws IOException {
        message.flip();
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }

    private static ByteBuffer read(DataInputStream in, int bytes) throws IOException {
        byte[] read = new byte[bytes];
        in.readFully(read);
        return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int padded(int bytes) {
        return bytes + 3 & ~3;
    }

    private static ByteBuffer setup(byte[] cookie) {
        ByteBuffer setup = buffer(12 + padded(COOKIE.length()) + padded(cookie.length));
        setup.put((byte) 'l').put((byte) 0).putShort((short) MAJOR).putShort((short) 0);
        setup.putShort((short) COOKIE.length()).putShort((short) cookie.length).putShort((short) 0);
        setup.put(COOKIE.getBytes(StandardCharsets.US_ASCII)).position(12 + padded(COOKIE.length()));
        setup.put(cookie).position(setup.limit());
        return setup;
    }

    /** The root window of the first screen. */
    private static int root(DataInputStream in) throws IOException {
        ByteBuffer head = read(in, 8);
        ByteBuffer rest = read(in, 4 * Short.toUnsignedInt(head.getShort(6)));
        if (head.get(0) != 1) {
            throw new IOException("X server: refuses the connection (expected: the cookie of its Xauthority)");
        }
        int vendor = Short.toUnsignedInt(rest.getShort(16));
        int formats = Byte.toUnsignedInt(rest.get(21));
        return rest.getInt(32 + padded(vendor) + 8 * formats);
    }

    /**
     * Of the first entry of a file of {@code xauth}, which has five fields: family, and four with a length before each;
     * big endian.
     */
    private static byte[] cookie(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        in.getShort();
        byte[] field = {};
        for (int i = 0; i < 4; i++) {
            field = new byte[Short.toUnsignedInt(in.getShort())];
            in.get(field);
        }
        return field;
    }
}
