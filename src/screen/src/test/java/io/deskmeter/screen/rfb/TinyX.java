package io.deskmeter.screen.rfb;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A minimal X client that draws known pixels into one window and receives keys and buttons there. */
public final class TinyX implements AutoCloseable {
    public record Event(int type, int detail, int x, int y, int state) {}

    public static final int KEY_PRESS = 2;
    static final int BUTTON_PRESS = 4;
    static final int BUTTON_RELEASE = 5;

    private final SocketChannel socket;
    private final Deque<Event> events = new ArrayDeque<>();
    private final int window;
    private final int gc;
    private int minKeycode;
    private int maxKeycode;

    public TinyX(int display, int width, int height) throws IOException {
        socket = SocketChannel.open(UnixDomainSocketAddress.of(Path.of("/tmp/.X11-unix/X" + display)));
        write(buffer(12)
                .put((byte) 'l')
                .put((byte) 0)
                .putShort((short) 11)
                .putShort((short) 0)
                .putInt(0));
        ByteBuffer head = read(8);
        if (head.get(0) != 1) {
            throw new IOException("X server refuses");
        }
        ByteBuffer setup = read((head.getShort(6) & 0xFFFF) * 4);
        int base = setup.getInt(4);
        int vendor = setup.getShort(16) & 0xFFFF;
        int formats = setup.get(21) & 0xFF;
        minKeycode = setup.get(26) & 0xFF;
        maxKeycode = setup.get(27) & 0xFF;
        int root = setup.getInt(32 + (vendor + 3) / 4 * 4 + formats * 8);
        window = base + 1;
        gc = base + 2;
        // CreateWindow: background 0, override-redirect, key and button events.
        write(request(1, 0, 11)
                .putInt(window)
                .putInt(root)
                .putInt(0)
                .putShort((short) width)
                .putShort((short) height)
                .putShort((short) 0)
                .putShort((short) 1)
                .putInt(0)
                .putInt(0x2 | 0x200 | 0x800)
                .putInt(0)
                .putInt(1)
                .putInt(0x1 | 0x2 | 0x4 | 0x8));
        write(request(8, 0, 2).putInt(window));
        write(request(55, 0, 4).putInt(gc).putInt(window).putInt(0));
        sync();
        write(request(42, 1, 3).putInt(window).putInt(0)); // SetInputFocus
        sync();
    }

    public void fill(int colour, int x, int y, int width, int height) throws IOException {
        write(request(56, 0, 4).putInt(gc).putInt(0x4).putInt(colour));
        write(request(70, 0, 5)
                .putInt(window)
                .putInt(gc)
                .putShort((short) x)
                .putShort((short) y)
                .putShort((short) width)
                .putShort((short) height));
        sync();
    }

    void image(int[] pixels, int x, int y, int width, int height) throws IOException {
        ByteBuffer put = request(72, 2, 6 + width * height);
        put.putInt(window).putInt(gc).putShort((short) width).putShort((short) height);
        put.putShort((short) x).putShort((short) y).put((byte) 0).put((byte) 24).putShort((short) 0);
        for (int pixel : pixels) {
            put.putInt(pixel);
        }
        write(put);
        sync();
    }

    void copy(int fromX, int fromY, int toX, int toY, int width, int height) throws IOException {
        write(request(62, 0, 7)
                .putInt(window)
                .putInt(window)
                .putInt(gc)
                .putShort((short) fromX)
                .putShort((short) fromY)
                .putShort((short) toX)
                .putShort((short) toY)
                .putShort((short) width)
                .putShort((short) height));
        sync();
    }

    /** Gives the window a visible cursor: a filled red cross. */
    void showCursor() throws IOException {
        int font = window + 2;
        int cursor = window + 3;
        write(request(45, 0, 5)
                .putInt(font)
                .putShort((short) 6)
                .putShort((short) 0)
                .put("cursor".getBytes(StandardCharsets.US_ASCII)));
        write(request(94, 0, 8)
                .putInt(cursor)
                .putInt(font)
                .putInt(font)
                .putShort((short) 90)
                .putShort((short) 91)
                .putShort((short) -1)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) -1)
                .putShort((short) -1)
                .putShort((short) -1));
        write(request(2, 0, 4).putInt(window).putInt(0x4000).putInt(cursor));
        sync();
    }

    /** Moves the pointer as an application would, without any client of the display protocol. */
    void movePointer(int x, int y) throws IOException {
        write(request(41, 0, 6)
                .putInt(0)
                .putInt(window)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) x)
                .putShort((short) y));
        sync();
    }

    /** The next key or button event; blocks. */
    public Event event() throws IOException {
        while (events.isEmpty()) {
            message();
        }
        return events.remove();
    }

    /** The keysym of a key on the server's keyboard, with or without Shift. */
    public int keysym(int keycode, boolean shift) throws IOException {
        int count = maxKeycode - minKeycode + 1;
        write(request(101, 0, 2).put((byte) minKeycode).put((byte) count).putShort((short) 0));
        ByteBuffer reply = reply();
        int perCode = reply.get(1) & 0xFF;
        ByteBuffer map = read(reply.getInt(4) * 4);
        return map.getInt(((keycode - minKeycode) * perCode + (shift ? 1 : 0)) * 4);
    }

    private void sync() throws IOException {
        write(request(43, 0, 1)); // GetInputFocus
        reply();
    }

    private ByteBuffer reply() throws IOException {
        while (true) {
            ByteBuffer reply = message();
            if (reply != null) {
                return reply;
            }
        }
    }

    private @Nullable ByteBuffer message() throws IOException {
        ByteBuffer message = read(32);
        int type = message.get(0) & 0x7F;
        if (type == 0) {
            throw new IOException("X error " + message.get(1) + " of request " + message.get(10));
        }
        if (type == 1) {
            return message;
        }
        if (type >= KEY_PRESS && type <= 5) {
            events.add(new Event(
                    type, message.get(1) & 0xFF, message.getShort(24), message.getShort(26), message.getShort(28)));
        }
        return null;
    }

    private static ByteBuffer request(int opcode, int data, int words) {
        return buffer(words * 4).put((byte) opcode).put((byte) data).putShort((short) words);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void write(ByteBuffer request) throws IOException {
        request.rewind();
        while (request.hasRemaining()) {
            socket.write(request);
        }
    }

    private ByteBuffer read(int bytes) throws IOException {
        ByteBuffer target = buffer(bytes);
        while (target.hasRemaining()) {
            if (socket.read(target) < 0) {
                throw new IOException("X server closed the connection");
            }
        }
        return target.flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
