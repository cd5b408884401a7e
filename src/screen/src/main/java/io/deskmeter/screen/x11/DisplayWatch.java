package io.deskmeter.screen.x11;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.ServerSetup;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.screen.x11.wire.XError;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the size of a display and its loss, without captures: a connection that receives only these events. Opened by
 * {@link X11Screens#watch}.
 *
 * <p>Thread-safe.
 */
public final class DisplayWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DisplayWatch.class);
    private static final int SENT_BY_CLIENT = 0x80;

    /** Receives events of the display; called on the reading thread, must return immediately. */
    public interface Listener {
        /** The display has this size, in pixels: first when it is watched, then whenever it changes. */
        void sized(int width, int height);

        /** The display is lost; called once at most, and not after {@link DisplayWatch#close}. */
        void gone(String cause);
    }

    private final Listener listener;
    private final CompletableFuture<DisplayWatch> opened;
    private final AtomicBoolean over = new AtomicBoolean();
    private final XConnection connection;
    private int root;

    DisplayWatch(
            X11Target target,
            LongSupplier nanoTime,
            byte @Nullable [] cookie,
            Listener listener,
            CompletableFuture<DisplayWatch> opened) {
        this.listener = listener;
        this.opened = opened;
        this.connection = new XConnection(nanoTime, target.name().screen(), cookie, new ConnectionListener());
    }

    XConnection connection() {
        return connection;
    }

    @Override
    public void close() {
        over.set(true);
        connection.close();
    }

    private final class ConnectionListener implements XConnection.Listener {
        @Override
        public void onOpen(ServerSetup setup) {
            root = setup.root();
            connection.send(Request.of(Opcodes.CHANGE_WINDOW_ATTRIBUTES, 0)
                    .u32(root)
                    .u32(Opcodes.ATTRIBUTE_EVENT_MASK)
                    .u32(Opcodes.STRUCTURE_NOTIFY));
            connection.flush();
            listener.sized(setup.width(), setup.height());
            opened.complete(DisplayWatch.this);
        }

        @Override
        public void onEvent(ByteBuffer event, long arrivedAt) {
            int at = event.position();
            if ((event.get(at) & ~SENT_BY_CLIENT) == Opcodes.CONFIGURE_NOTIFY && event.getInt(at + 8) == root) {
                listener.sized(event.getShort(at + 20) & 0xFFFF, event.getShort(at + 22) & 0xFFFF);
            }
        }

        @Override
        public void onPause() {}

        @Override
        public void onStrayError(XError error) {
            LOG.warn("display: its size is not available: {}", error);
        }

        @Override
        public void onEnd(String cause) {
            if (opened.completeExceptionally(new ScreenException("display: " + cause + " (expected: access)"))) {
                over.set(true);
            } else if (over.compareAndSet(false, true)) {
                listener.gone(cause);
            }
        }
    }
}
