package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.wire.ReplyHandler;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.ServerSetup;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.screen.x11.wire.XError;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A window above all others at the top of a display, in the middle, with a picture in black and white. Opened by
 * {@link X11Screens#overlay}. Window managers ignore it, it takes no input, and it has its own connection, so it
 * disappears whenever this process ends. The picture is the window's background, which the display paints itself; no
 * toolkit is loaded for it.
 *
 * <p>Thread-safe.
 */
public final class OverlayWindow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OverlayWindow.class);
    private static final int CLASS_INPUT_OUTPUT = 1;
    private static final int OF_PARENT = 0;

    /**
     * A picture.
     *
     * @param width in pixels
     * @param height in pixels
     * @param black what is black in it; the rest is white
     */
    public record Drawing(int width, int height, List<Rect> black) {
        public Drawing {
            black = List.copyOf(black);
        }
    }

    private final X11Target target;
    private final Drawing drawing;
    private final EventLoop loop;
    private final CompletableFuture<OverlayWindow> shown;
    private final XConnection connection;
    private int window;

    OverlayWindow(
            X11Target target,
            LongSupplier nanoTime,
            byte @Nullable [] cookie,
            Drawing drawing,
            EventLoop loop,
            CompletableFuture<OverlayWindow> shown) {
        this.target = target;
        this.drawing = drawing;
        this.loop = loop;
        this.shown = shown;
        this.connection = new XConnection(nanoTime, target.name().screen(), cookie, new Display());
    }

    XConnection connection() {
        return connection;
    }

    /** Raises it above all other windows. */
    public void raise() {
        loop.execute(() -> {
            if (connection.isOpen()) {
                connection.send(above());
                connection.flush();
            }
        });
    }

    private Request above() {
        return Request.of(Opcodes.CONFIGURE_WINDOW, 0)
                .u32(window)
                .u16(Opcodes.CONFIGURE_STACK_MODE)
                .pad(2)
                .u32(Opcodes.STACK_ABOVE);
    }

    /** Removes it; idempotent. */
    @Override
    public void close() {
        if (!loop.isShuttingDown()) {
            loop.execute(connection::close);
        }
    }

    private void draw(ServerSetup setup) {
        int pixmap = connection.newId(setup);
        connection.send(Request.of(Opcodes.CREATE_PIXMAP, setup.depth())
                .u32(pixmap)
                .u32(setup.root())
                .u16(drawing.width())
                .u16(drawing.height()));
        int white = setup.redMask() | setup.greenMask() | setup.blueMask();
        fill(setup, pixmap, white, List.of(new Rect(0, 0, drawing.width(), drawing.height())));
        fill(setup, pixmap, 0, drawing.black());
        window = connection.newId(setup);
        connection.send(Request.of(Opcodes.CREATE_WINDOW, OF_PARENT)
                .u32(window)
                .u32(setup.root())
                .u16(Math.max(0, (setup.width() - drawing.width()) / 2))
                .u16(0)
                .u16(drawing.width())
                .u16(drawing.height())
                .u16(0)
                .u16(CLASS_INPUT_OUTPUT)
                .u32(OF_PARENT)
                .u32(Opcodes.ATTRIBUTE_BACKGROUND_PIXMAP | Opcodes.ATTRIBUTE_OVERRIDE_REDIRECT)
                .u32(pixmap)
                .u32(1));
        connection.send(Request.of(Opcodes.MAP_WINDOW, 0).u32(window));
        connection.send(above());
    }

    private void fill(ServerSetup setup, int pixmap, int colour, List<Rect> places) {
        int context = connection.newId(setup);
        connection.send(Request.of(Opcodes.CREATE_GC, 0)
                .u32(context)
                .u32(pixmap)
                .u32(Opcodes.GC_FOREGROUND)
                .u32(colour));
        Request request = Request.of(Opcodes.POLY_FILL_RECTANGLE, 0).u32(pixmap).u32(context);
        for (Rect place : places) {
            request.u16(place.x()).u16(place.y()).u16(place.width()).u16(place.height());
        }
        connection.send(request);
    }

    private final class Display implements XConnection.Listener {
        @Override
        public void onOpen(ServerSetup setup) {
            draw(setup);
            // The reply arrives when all earlier requests are done.
            connection.ask(Request.of(Opcodes.GET_INPUT_FOCUS, 0), new ReplyHandler() {
                @Override
                public void onReply(ByteBuffer reply, long arrivedAt) {
                    shown.complete(OverlayWindow.this);
                }

                @Override
                public void onError(XError error) {
                    failed("refused: " + error);
                }
            });
            connection.flush();
        }

        private void failed(String why) {
            shown.completeExceptionally(
                    new ScreenException(target + ": no window for a picture: " + why + " (expected: access)"));
        }

        @Override
        public void onEvent(ByteBuffer event, long arrivedAt) {}

        @Override
        public void onPause() {}

        @Override
        public void onStrayError(XError error) {
            LOG.warn("{}: refuses a part of a picture: {}", target, error);
            failed("refused: " + error);
        }

        @Override
        public void onEnd(String cause) {
            failed(cause);
        }
    }
}
