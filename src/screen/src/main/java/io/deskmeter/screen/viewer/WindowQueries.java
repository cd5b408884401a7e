package io.deskmeter.screen.viewer;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Queries the X server of a private display for its windows: which one covers the display, and whether it still exists.
 * It sends core protocol requests one at a time; each call blocks for a fraction of a millisecond until the reply.
 *
 * <p>Thread-safe. Closing it ends a call that hangs.
 */
final class WindowQueries implements AutoCloseable {
    private static final int CHANGE_WINDOW_ATTRIBUTES = 2;
    private static final int GET_WINDOW_ATTRIBUTES = 3;
    private static final int GET_GEOMETRY = 14;
    private static final int QUERY_TREE = 15;
    private static final int SET_INPUT_FOCUS = 42;
    private static final int EVENT_MASK = 0x800;
    private static final int STRUCTURE_NOTIFY = 0x20000;
    private static final int DESTROY_NOTIFY = 17;
    private static final int UNMAP_NOTIFY = 18;
    private static final int INPUT_OUTPUT = 1;
    private static final int VIEWABLE = 2;
    private static final int REVERT_TO_POINTER_ROOT = 1;
    private static final int MESSAGE_BYTES = 32;
    private static final int REPLY = 1;
    private static final String COOKIE = "MIT-MAGIC-COOKIE-1";

    private final SocketChannel channel;
    private final int root;
    private final int width;
    private final int height;
    private final ByteBuffer event = buffer(MESSAGE_BYTES);
    private int watched;
    private boolean gone;

    /**
     * Connects.
     *
     * @param socket of the X server
     * @param secret of the display's cookie
     */
    WindowQueries(Path socket, byte[] secret) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        try {
            ByteBuffer hello = buffer(12 + padded(COOKIE.length()) + padded(secret.length));
            hello.put(0, (byte) 'l').putShort(2, (short) 11);
            hello.putShort(6, (short) COOKIE.length()).putShort(8, (short) secret.length);
            hello.put(12, COOKIE.getBytes(StandardCharsets.US_ASCII)).put(12 + padded(COOKIE.length()), secret);
            write(hello);
            ByteBuffer head = read(8);
            ByteBuffer setup = read((head.getShort(6) & 0xFFFF) * 4);
            if (head.get(0) != 1) {
                throw new IOException("the X server refuses the connection (expected: access with its cookie)");
            }
            int screen = 32 + padded(setup.getShort(16) & 0xFFFF) + (setup.get(21) & 0xFF) * 8;
            root = setup.getInt(screen);
            width = setup.getShort(screen + 20) & 0xFFFF;
            height = setup.getShort(screen + 22) & 0xFFFF;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The topmost window, if it covers the whole display; 0 if there is none or it does not. */
    synchronized int covering() throws IOException {
        ByteBuffer tree = ask(request(QUERY_TREE, 0, 2).putInt(root));
        if (tree == null) {
            return 0;
        }
        int children = tree.getShort(16) & 0xFFFF;
        for (int i = children - 1; i >= 0; i--) {
            int window = tree.getInt(MESSAGE_BYTES + i * 4);
            ByteBuffer geometry =
                    isShown(window) ? ask(request(GET_GEOMETRY, 0, 2).putInt(window)) : null;
            if (geometry != null && !isSpeck(geometry)) {
                return covers(geometry) ? window : 0;
            }
        }
        return 0;
    }

    /** Whether the window exists and is visible with all its parents. */
    private boolean isShown(int window) throws IOException {
        ByteBuffer attributes = ask(request(GET_WINDOW_ATTRIBUTES, 0, 2).putInt(window));
        return attributes != null && attributes.getShort(12) == INPUT_OUTPUT && attributes.get(26) == VIEWABLE;
    }

    /** Toolkits use windows of about one pixel to communicate with each other. */
    private static boolean isSpeck(ByteBuffer geometry) {
        return (geometry.getShort(16) & 0xFFFF) <= 1 || (geometry.getShort(18) & 0xFFFF) <= 1;
    }

    private boolean covers(ByteBuffer geometry) {
        int border = geometry.getShort(20) & 0xFFFF;
        int left = geometry.getShort(12) + border;
        int top = geometry.getShort(14) + border;
        return left <= 0
                && top <= 0
                && left + (geometry.getShort(16) & 0xFFFF) >= width
                && top + (geometry.getShort(18) & 0xFFFF) >= height;
    }

    /**
     * From now on {@link #isGone} reports on this window, and the window receives the keyboard input, wherever the
     * pointer is. No other queries are possible after this call.
     *
     * @return false if it has already disappeared
     */
    synchronized boolean watch(int window) throws IOException {
        write(request(CHANGE_WINDOW_ATTRIBUTES, 0, 4)
                .putInt(window)
                .putInt(EVENT_MASK)
                .putInt(STRUCTURE_NOTIFY));
        write(request(SET_INPUT_FOCUS, REVERT_TO_POINTER_ROOT, 3).putInt(window).putInt(0));
        if (!isShown(window)) {
            return false;
        }
        watched = window;
        channel.configureBlocking(false);
        return true;
    }

    /**
     * Whether the watched window has disappeared. Costs one read of the socket.
     *
     * <p>The X server flushes the events of all its clients before it reads their next requests. So if a picture of the
     * display, which had to be requested, was taken after the window disappeared, the event is already here.
     */
    synchronized boolean isGone() throws IOException {
        while (!gone) {
            int count = channel.read(event);
            if (count < 0) {
                throw new EOFException("the X server has closed the connection");
            }
            if (event.hasRemaining()) {
                return false;
            }
            int type = event.get(0) & 0x7F;
            gone = (type == UNMAP_NOTIFY || type == DESTROY_NOTIFY) && event.getInt(8) == watched;
            event.clear();
        }
        return true;
    }

    /** The reply to a request that has one; null if the server refuses, because the window may have disappeared. */
    private @Nullable ByteBuffer ask(ByteBuffer request) throws IOException {
        write(request);
        while (true) {
            ByteBuffer message = read(MESSAGE_BYTES);
            if (message.get(0) == REPLY) {
                int rest = message.getInt(4) * 4;
                return rest == 0
                        ? message
                        : buffer(MESSAGE_BYTES + rest)
                                .put(message)
                                .put(read(rest))
                                .rewind();
            }
            boolean error = message.get(0) == 0;
            if (error && message.get(10) == request.get(0)) {
                return null;
            }
        }
    }

    private static ByteBuffer request(int opcode, int data, int words) {
        return buffer(words * 4).put((byte) opcode).put((byte) data).putShort((short) words);
    }

    private static int padded(int bytes) {
        return (bytes + 3) & ~3;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void write(ByteBuffer request) throws IOException {
        request.rewind();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    private ByteBuffer read(int bytes) throws IOException {
        ByteBuffer target = buffer(bytes);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new EOFException("the X server has closed the connection");
            }
        }
        return target.rewind();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
