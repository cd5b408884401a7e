package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.handshake.Login;
import io.deskmeter.screen.rfb.server.IgnoredNews;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.Hex;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client with a blocking socket on the test's thread: nothing happens between two calls. */
final class PlainClient extends IgnoredNews implements AutoCloseable, RfbProtocol.Events {
    private final SocketChannel socket;
    private final RfbProtocol protocol;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
    private @Nullable FrameUpdate last;
    private long bytes;

    PlainClient(SocketAddress server, RfbSettings settings) throws IOException {
        socket = SocketChannel.open(server);
        protocol = new RfbProtocol(
                Login.local(null, null), settings, this::send, (certified, secured) -> secured.run(), this, 0);
    }

    /** Reads until the next frame. */
    FrameUpdate nextFrame() throws IOException, ScreenException {
        last = null;
        while (last == null) {
            if (socket.read(buffer.clear()) < 0) {
                throw new EOFException("the server has left");
            }
            bytes += buffer.position();
            protocol.feed(Arrays.copyOf(buffer.array(), buffer.position()), 0);
        }
        return last;
    }

    /** Reads until this pixel has this colour. */
    int[] awaitPixel(int x, int y, int colour) throws IOException, ScreenException {
        while (true) {
            FrameUpdate update = nextFrame();
            int[] pixels = update.frame().pixels();
            if (x < update.frame().width()
                    && y < update.frame().height()
                    && pixels[y * update.frame().width() + x] == colour) {
                return pixels;
            }
        }
    }

    /** Reads until the desktop has this width. */
    void awaitWidth(int width) throws IOException, ScreenException {
        while (nextFrame().frame().width() != width) {
            // The next one, then.
        }
    }

    Map<Encoding, Long> rectangles() {
        return protocol.rectangles();
    }

    long bytesRead() {
        return bytes;
    }

    void say(String hex) {
        send(out -> out.writeBytes(Hex.bytes(hex)));
    }

    private void send(ClientMessage message) {
        ByteBuf out = Unpooled.buffer();
        message.write(out);
        ByteBuffer left = out.nioBuffer();
        try {
            while (left.hasRemaining()) {
                socket.write(left);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onFrame(FrameUpdate update) {
        last = update;
    }

    @Override
    public void onReady(String desktopName) {}

    @Override
    public void onClipped(long rectangles) {}

    @Override
    public void close() throws IOException {
        protocol.close();
        socket.close();
    }
}
