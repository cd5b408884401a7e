package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A probe of a server: asks for one pixel, changed or not. A server sends an update of all that it knows to have changed and of the pixel: so an update
 * of the pixel alone says that nothing else was waiting when the server had read the request. One with more says nothing: it may have left before
 * (docs/decisions/0031). One request at a time, since a server may answer several with one update. Owned by the session's serial executor.
 */
public final class UpdateProbe implements AutoCloseable {
    private static final List<Rect> PIXEL = List.of(new Rect(0, 0, 1, 1));
    private static final int RGB = 0xFFFFFF;

    /**
     * A request without an answer.
     *
     * @param colour of the pixel when it was asked for
     */
    private record Open(long sentAt, int colour, Consumer<ProbeAnswer> hears) {}

    private final Canvas canvas;
    private final Consumer<ClientMessage> out;
    private @Nullable Open open;

    public UpdateProbe(Canvas canvas, Consumer<ClientMessage> out) {
        this.canvas = canvas;
        this.out = out;
    }

    /**
     * Sends a probe; inconclusive at once where the first picture is not whole yet, or an earlier probe waits for its answer.
     *
     * @param now monotonic nanoseconds
     * @param hears called once, with the answer
     */
    public void send(long now, Consumer<ProbeAnswer> hears) {
        if (!canvas.isWhole() || open != null) {
            hears.accept(ProbeAnswer.inconclusive(now));
            return;
        }
        open = new Open(now, colour(), hears);
        out.accept(new FramebufferUpdateRequest(false, PIXEL.get(0)));
    }

    private int colour() {
        return canvas.frame().pixels()[0] & RGB;
    }

    /**
     * Whether an update is nothing but an answer: the pixel, as it was. Then it is no frame, and the picture counts as not painted.
     *
     * @param damage of the update
     */
    public boolean isNothingElse(List<Rect> damage) {
        Open probe = open;
        boolean nothingElse = probe != null && damage.equals(PIXEL) && probe.colour() == colour();
        if (nothingElse) {
            canvas.frame().paintedNothing();
        }
        return nothingElse;
    }

    /**
     * An update has been shown.
     *
     * @param damage of the update
     * @param arrivedAt monotonic nanoseconds
     */
    public void updated(List<Rect> damage, long arrivedAt) {
        Open probe = open;
        if (probe != null && damage.stream().anyMatch(PIXEL.get(0)::intersects)) {
            open = null;
            // What was read before the request left is no answer to it, whatever it looks like.
            boolean answer = damage.equals(PIXEL) && arrivedAt >= probe.sentAt();
            probe.hears()
                    .accept(answer ? ProbeAnswer.unchanged(probe.sentAt()) : ProbeAnswer.inconclusive(probe.sentAt()));
        }
    }

    /** The connection is over: a probe without an answer will have none. */
    @Override
    public void close() {
        Open probe = open;
        open = null;
        if (probe != null) {
            probe.hears().accept(ProbeAnswer.inconclusive(probe.sentAt()));
        }
    }
}
