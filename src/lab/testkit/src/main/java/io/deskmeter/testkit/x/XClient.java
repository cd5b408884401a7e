package io.deskmeter.testkit.x;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an X display: requests, replies, events.
 *
 * <p>Not thread-safe.
 */
public final class XClient implements AutoCloseable {
    /** A key or button was pressed; see {@link Event#type()}. */
    public static final int KEY_PRESS = 2;

    public static final int KEY_RELEASE = 3;
    public static final int BUTTON_PRESS = 4;
    public static final int BUTTON_RELEASE = 5;

    private static final int INTERN_ATOM = 16;
    private static final int GET_INPUT_FOCUS = 43;
    private static final int QUERY_EXTENSION = 98;
    private static final int XKB_GET_STATE = 4;
    private static final int XKB_LATCH_LOCK_STATE = 5;
    private static final int XKB_CORE_KEYBOARD = 0x100;
    private static final int GET_KEYBOARD_MAPPING = 101;

    /**
     * A key or button.
     *
     * @param detail keycode or button
     * @param state modifiers and buttons held before
     * @param readAt monotonic nanoseconds at which it was read from the socket
     */
    public record Event(int type, int detail, int x, int y, int state, long readAt) {}

    private final SocketChannel socket;
    private final Deque<Event> events = new ArrayDeque<>();
    private final Setup setup;
    private int nextId;
    /** 0 until it is asked for. */
    private int xkb;

    /** Data of the server's connection setup. */
    record Setup(
            int idBase,
            int minKeycode,
            int maxKeycode,
            int root,
            int width,
            int height,
            int rootDepth,
            int maxRequestBytes) {}

    /**
     * Connects to a display of this machine.
     *
     * @param display its number
     * @param authority the file with its cookie; null if none is required
     */
    public XClient(int display, @Nullable Path authority) throws IOException {
        SocketAddress address = UnixDomainSocketAddress.of(Path.of("/tmp/.X11-unix/X" + display));
        byte[] cookie = authority == null ? new byte[0] : XCookie.read(authority, display);
        socket = SocketChannel.open(address);
        try {
            setup = introduce(authority == null ? "" : XCookie.PROTOCOL, cookie);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        nextId = setup.idBase;
    }

    private Setup introduce(String protocol, byte[] cookie) throws IOException {
        ByteBuffer hello = buffer(12 + padded(protocol.length()) + padded(cookie.length));
        hello.put((byte) 'l').put((byte) 0).putShort((short) 11).putShort((short) 0);
        hello.putShort((short) protocol.length())
                .putShort((short) cookie.length)
                .putShort((short) 0);
        hello.put(protocol.getBytes(StandardCharsets.US_ASCII));
        hello.position(12 + padded(protocol.length()));
        hello.put(cookie);
        send(hello);
        ByteBuffer head = read(8);
        ByteBuffer body = read((head.getShort(6) & 0xFFFF) * 4);
        if (head.get(0) != 1) {
            byte[] reason = new byte[Math.min(head.get(1) & 0xFF, body.remaining())];
            body.get(reason);
            throw new IOException("X display refuses: " + new String(reason, StandardCharsets.US_ASCII).strip()
                    + " (expected: access; hint: the cookie)");
        }
        int vendor = body.getShort(16) & 0xFFFF;
        int formats = body.get(21) & 0xFF;
        int screen = 32 + padded(vendor) + formats * 8;
        return new Setup(
                body.getInt(4),
                body.get(26) & 0xFF,
                body.get(27) & 0xFF,
                body.getInt(screen),
                body.getShort(screen + 20) & 0xFFFF,
                body.getShort(screen + 22) & 0xFFFF,
                body.get(screen + 38) & 0xFF,
                (body.getShort(18) & 0xFFFF) * 4);
    }

    Setup setup() {
        return setup;
    }

    /** The display's size in pixels. */
    public int width() {
        return setup.width;
    }

    public int height() {
        return setup.height;
    }

    /** A new identifier for a window or another resource. */
    int newId() {
        return ++nextId;
    }

    /** Begins a request of this many words of four bytes; the first word is written. */
    static ByteBuffer request(int opcode, int data, int words) {
        return buffer(words * 4).put((byte) opcode).put((byte) data).putShort((short) words);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int padded(int length) {
        return (length + 3) / 4 * 4;
    }

    void send(ByteBuffer request) throws IOException {
        request.rewind();
        while (request.hasRemaining()) {
            socket.write(request);
        }
    }

    /** Waits until the server has processed all requests. */
    public void sync() throws IOException {
        send(request(GET_INPUT_FOCUS, 0, 1));
        var unused = reply();
    }

    /** The next key or button; blocks. */
    public Event event() throws IOException {
        while (events.isEmpty()) {
            message();
        }
        return events.remove();
    }

    /** Makes a group of the keyboard the one in force, as a program that switches layouts does. */
    public void lockGroup(int group) throws IOException {
        ByteBuffer lock = request(keyboardExtension(), XKB_LATCH_LOCK_STATE, 4).putShort((short) XKB_CORE_KEYBOARD);
        send(lock.put((byte) 0).put((byte) 0).put((byte) 1).put((byte) group));
        sync();
    }

    /** The group of the keyboard that is in force. */
    public int group() throws IOException {
        send(request(keyboardExtension(), XKB_GET_STATE, 2).putShort((short) XKB_CORE_KEYBOARD));
        return reply().get(12) & 0xFF;
    }

    /** The opcode of XKB, which is ready to be used. */
    private int keyboardExtension() throws IOException {
        int opcode = xkb;
        if (opcode == 0) {
            String name = "XKEYBOARD";
            send(request(QUERY_EXTENSION, 0, 2 + padded(name.length()) / 4)
                    .putShort((short) name.length())
                    .putShort((short) 0)
                    .put(name.getBytes(StandardCharsets.US_ASCII)));
            opcode = reply().get(9) & 0xFF;
            send(request(opcode, 0, 2).putShort((short) 1));
            var unused = reply();
            xkb = opcode;
        }
        return opcode;
    }

    /** The number of a name. */
    int atom(String name) throws IOException {
        send(request(INTERN_ATOM, 0, 2 + padded(name.length()) / 4)
                .putShort((short) name.length())
                .putShort((short) 0)
                .put(name.getBytes(StandardCharsets.US_ASCII)));
        return reply().getInt(8);
    }

    /** The keysym of a key on the server's keyboard, with or without Shift. */
    public int keysym(int keycode, boolean shift) throws IOException {
        int count = setup.maxKeycode - setup.minKeycode + 1;
        send(request(GET_KEYBOARD_MAPPING, 0, 2)
                .put((byte) setup.minKeycode)
                .put((byte) count)
                .putShort((short) 0));
        ByteBuffer reply = reply();
        int perCode = reply.get(1) & 0xFF;
        ByteBuffer map = read(reply.getInt(4) * 4);
        return map.getInt(((keycode - setup.minKeycode) * perCode + (shift ? 1 : 0)) * 4);
    }

    private ByteBuffer reply() throws IOException {
        ByteBuffer reply = message();
        while (reply == null) {
            reply = message();
        }
        return reply;
    }

    /** Null for messages that are not replies. */
    private @Nullable ByteBuffer message() throws IOException {
        ByteBuffer message = read(32);
        long readAt = System.nanoTime();
        int type = message.get(0) & 0x7F;
        if (type == 0) {
            throw new IOException("X error " + (message.get(1) & 0xFF) + " of request " + (message.get(10) & 0xFF)
                    + " (expected: none)");
        }
        if (type == 1) {
            return message;
        }
        if (type >= KEY_PRESS && type <= BUTTON_RELEASE) {
            events.add(new Event(
                    type,
                    message.get(1) & 0xFF,
                    message.getShort(24),
                    message.getShort(26),
                    message.getShort(28) & 0xFFFF,
                    readAt));
        }
        return null;
    }

    private ByteBuffer read(int bytes) throws IOException {
        ByteBuffer target = buffer(bytes);
        while (target.hasRemaining()) {
            if (socket.read(target) < 0) {
                throw new IOException("X display closed the connection (expected: an open connection)");
            }
        }
        return target.flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
