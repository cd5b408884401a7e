package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A probe of a server: asks for one pixel, changed or not. A server sends an update of all that it knows to have changed and of the pixel: so an update
 * of the pixel alone says that nothing else was waiting when the server had read the request. One with more says nothing: it may have left before
 * (docs/decisions/0033). One request at a time, since a server may answer several with one update. Owned by the session's serial executor.
 *
 * <p>An update of more than the pixel ends a probe, but the answer proper may follow, even after the next probe has left. So probes ask for pixels in turn:
 * a late answer is one for another pixel, and says nothing.
 */
public final class UpdateProbe implements AutoCloseable {
    /** The pixels, from the top left to the right. A screen that changes gets a probe every 50 ms, so their turn comes again after 0.8 s or more. */
    static final int PIXELS = 16;

    private static final int RGB = 0xFFFFFF;

    /** A request without an answer. */
    private record Open(Rect pixel, long sentAt, Consumer<ProbeAnswer> hears) {}

    private final Canvas canvas;
    private final Consumer<ClientMessage> out;
    private final boolean lossy;
    /** Of the pixels when they were last shown or asked for. */
    private final int[] colours = new int[PIXELS];

    /** Pixels in which only an answer has changed the picture, for the next frame. */
    private final List<Rect> untold = new ArrayList<>();

    private int sent;
    private @Nullable Open open;

    /** @param lossy whether the server may encode the same pixel differently each time */
    public UpdateProbe(Canvas canvas, Consumer<ClientMessage> out, boolean lossy) {
        this.canvas = canvas;
        this.out = out;
        this.lossy = lossy;
    }

    /**
     * Sends a probe; not asked at once where the first picture is not whole yet, or an earlier probe waits for its answer.
     *
     * @param now monotonic nanoseconds
     * @param hears called once, with the answer
     */
    public void send(long now, Consumer<ProbeAnswer> hears) {
        if (!canvas.isWhole() || open != null) {
            hears.accept(ProbeAnswer.notAsked(now));
            return;
        }
        Rect pixel = new Rect(sent % pixels(), 0, 1, 1);
        sent++;
        rememberColours();
        open = new Open(pixel, now, hears);
        out.accept(new FramebufferUpdateRequest(false, pixel));
    }

    private int pixels() {
        return Math.min(PIXELS, canvas.frame().width());
    }

    private void rememberColours() {
        System.arraycopy(canvas.frame().pixels(), 0, colours, 0, pixels());
    }

    /**
     * What an update has changed: nothing, if it is nothing but an answer, early or late, with the pixel as it was. Then it is no frame, and the picture
     * counts as not painted. In a lossy picture, the change of one of these pixels alone cannot be told from its being encoded again: it is part of the
     * next frame, so that probes do not make frames.
     *
     * @param damage of the update
     */
    public List<Rect> changesIn(List<Rect> damage) {
        if (!isOnePixelAskedFor(damage)) {
            if (untold.isEmpty() || damage.isEmpty()) {
                return damage;
            }
            untold.removeIf(this::isOutside);
            List<Rect> changed = new ArrayList<>(untold);
            changed.addAll(damage);
            untold.clear();
            return changed;
        }
        int x = damage.get(0).x();
        if (((colours[x] ^ canvas.frame().pixels()[x]) & RGB) != 0) {
            if (!lossy) {
                return damage;
            }
            untold.add(damage.get(0));
        }
        canvas.frame().paintedNothing();
        return List.of();
    }

    private boolean isOnePixelAskedFor(List<Rect> damage) {
        if (damage.size() != 1) {
            return false;
        }
        Rect only = damage.get(0);
        return only.width() == 1 && only.height() == 1 && only.y() == 0 && only.x() < Math.min(sent, pixels());
    }

    /**
     * An update has been shown.
     *
     * @param damage of the update
     * @param arrivedAt monotonic nanoseconds
     */
    public void updated(List<Rect> damage, long arrivedAt) {
        if (damage.isEmpty()) {
            return;
        }
        rememberColours();
        Open probe = open;
        if (probe != null && (damage.stream().anyMatch(probe.pixel()::intersects) || isOutside(probe.pixel()))) {
            open = null;
            // What was read before the request left is no answer to it, whatever it looks like.
            boolean answer = damage.equals(List.of(probe.pixel())) && arrivedAt >= probe.sentAt();
            probe.hears()
                    .accept(answer ? ProbeAnswer.unchanged(probe.sentAt()) : ProbeAnswer.inconclusive(probe.sentAt()));
        }
    }

    /** The screen has become smaller since the request. */
    private boolean isOutside(Rect pixel) {
        return !canvas.frame().bounds().intersects(pixel);
    }

    /** The connection is over: a probe without an answer will have none. */
    @Override
    public void close() {
        Open probe = open;
        open = null;
        if (probe != null) {
            probe.hears().accept(ProbeAnswer.notAsked(probe.sentAt()));
        }
    }
}
