package io.deskmeter.screen.rfb;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A viewer that shares no code with the one of the product: RFB 3.8 without authentication, raw pixels alone, and never
 * a request that a server must answer at once. So whatever it gets is a change of the desktop, at the moment at which a
 * viewer of this server sees it.
 */
final class PlainViewer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlainViewer.class);
    private static final int BYTES_PER_PIXEL = 4;
    private static final int FRAMEBUFFER_UPDATE = 0;
    private static final int SET_COLOURS = 1;
    private static final int BELL = 2;
    private static final int CUT_TEXT = 3;

    private final SocketChannel socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final int width;
    private final int height;
    private final byte[] pixels;
    private final List<Long> changes = new ArrayList<>();
    private final Thread reader;

    /** @throws IOException if it is no RFB server, or one that wants a password */
    PlainViewer(SocketAddress server) throws IOException {
        socket = SocketChannel.open(server);
        in = new DataInputStream(Channels.newInputStream(socket));
        out = new DataOutputStream(Channels.newOutputStream(socket));
        in.readFully(new byte[12]);
        out.write("RFB 003.008\n".getBytes(StandardCharsets.US_ASCII));
        byte[] securityTypes = new byte[in.readUnsignedByte()];
        in.readFully(securityTypes);
        out.write(1);
        int result = in.readInt();
        if (result != 0) {
            throw new IOException("security types " + Arrays.toString(securityTypes) + ": result " + result
                    + " (expected: 0, without authentication)");
        }
        out.write(1);
        width = in.readUnsignedShort();
        height = in.readUnsignedShort();
        in.readFully(new byte[16]);
        in.readFully(new byte[in.readInt()]);
        pixels = new byte[width * height * BYTES_PER_PIXEL];
        // SetPixelFormat: 32 bits a pixel, 24 of them used, little-endian.
        out.write(
                new byte[] {0, 0, 0, 0, 32, 24, 0, 1, 0, (byte) 255, 0, (byte) 255, 0, (byte) 255, 16, 8, 0, 0, 0, 0});
        // SetEncodings: raw.
        out.write(new byte[] {2, 0, 0, 1, 0, 0, 0, 0});
        request(false);
        reader = new Thread(this::read, "plain-viewer");
        reader.setDaemon(true);
        reader.start();
    }

    private void request(boolean incremental) throws IOException {
        byte[] message = {
            3,
            (byte) (incremental ? 1 : 0),
            0,
            0,
            0,
            0,
            (byte) (width >> 8),
            (byte) width,
            (byte) (height >> 8),
            (byte) height
        };
        out.write(message);
    }

    private void read() {
        try {
            while (true) {
                message(in.readUnsignedByte());
            }
        } catch (ClosedChannelException e) {
            return; // by close()
        } catch (IOException e) {
            LOG.warn("sees nothing more", e);
        }
    }

    private void message(int type) throws IOException {
        switch (type) {
            case FRAMEBUFFER_UPDATE -> update();
            case SET_COLOURS -> {
                in.readFully(new byte[3]);
                in.readFully(new byte[6 * in.readUnsignedShort()]);
            }
            case BELL -> {}
            case CUT_TEXT -> {
                in.readFully(new byte[3]);
                in.readFully(new byte[in.readInt()]);
            }
            default -> throw new IOException("message " + type + " (expected: 0 to 3)");
        }
    }

    private void update() throws IOException {
        in.readUnsignedByte();
        int rectangles = in.readUnsignedShort();
        boolean changed = false;
        for (int i = 0; i < rectangles; i++) {
            changed |= rectangle();
        }
        if (changed) {
            synchronized (this) {
                changes.add(System.nanoTime());
            }
        }
        request(true);
    }

    /** @return whether a pixel differs from before */
    private boolean rectangle() throws IOException {
        int x = in.readUnsignedShort();
        int y = in.readUnsignedShort();
        byte[] row = new byte[in.readUnsignedShort() * BYTES_PER_PIXEL];
        int rows = in.readUnsignedShort();
        int encoding = in.readInt();
        if (encoding != 0) {
            throw new IOException("encoding " + encoding + " (expected: 0, raw)");
        }
        boolean changed = false;
        for (int i = 0; i < rows; i++) {
            in.readFully(row);
            int at = ((y + i) * width + x) * BYTES_PER_PIXEL;
            changed |= !Arrays.equals(row, 0, row.length, pixels, at, at + row.length);
            System.arraycopy(row, 0, pixels, at, row.length);
        }
        return changed;
    }

    /** When it saw changes. Monotonic nanoseconds. */
    synchronized List<Long> changes() {
        return List.copyOf(changes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
