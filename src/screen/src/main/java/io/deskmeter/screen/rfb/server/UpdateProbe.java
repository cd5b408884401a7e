package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.message.FramebufferUpdateRequest;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A probe of a server: asks for a small block, changed or not. A server sends an update of all that it knows to have
 * changed and of the block: so an update of the block alone says that nothing else was waiting when the server had read
 * the request. One with more says nothing: it may have left before (docs/decisions/0033). One request at a time, since
 * a server may answer several with one update. Owned by the session's serial executor.
 *
 * <p>Which update is an answer is decided by what was asked, so blocks lie on a grid of 16 pixels, to which some
 * servers round what is asked for. If a server rounds to more, the next block is as large.
 *
 * <p>An update of more than the block ends a probe, but the answer proper may follow, even after the next probe has
 * left. So probes ask for blocks in turn: a late answer is one for another block, and says nothing.
 */
public final class UpdateProbe implements AutoCloseable {
    /**
     * The blocks, from the top left to the right. A screen that changes gets a probe every 50 ms, so their turn comes
     * again after 0.8 s or more.
     */
    static final int BLOCKS = 16;

    /** To which QEMU rounds; of a side of a block, in pixels. */
    private static final int SIDE = 16;

    private static final int LONGEST_SIDE = 64;
    /**
     * An update of an earlier block is a late answer until so long after its request, and a change of the screen
     * afterwards.
     */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int RGB = 0xFFFFFF;
    /** Of one colour of 0 to 255: what a lossy encoding may leave, so less says nothing. */
    private static final int LOSS = 48;

    /** A request without an answer. */
    private record Open(Rect block, long sentAt, Consumer<ProbeAnswer> hears) {}

    /** What an update shows. */
    enum Kind {
        /** What applications have painted. */
        FRAME,
        /** Nothing but what a probe has asked for, early or late. */
        ANSWER
    }

    /**
     * An update, as it is to be told.
     *
     * @param changed empty if the picture is as it was
     */
    public record Told(Kind kind, List<Rect> changed) {
        /** Whether it shows a change, but only because a probe has asked. */
        public boolean isAnswer() {
            return kind == Kind.ANSWER;
        }
    }

    private final Canvas canvas;
    private final Consumer<ClientMessage> out;
    private final boolean lossy;
    private final List<Open> late = new ArrayList<>();
    /** Of the strip of all blocks when it was last shown. */
    private int[] shown = new int[0];

    /** Blocks in which only an answer has changed the picture, for the next frame. */
    private final List<Rect> untold = new ArrayList<>();

    private int side = SIDE;
    private int sent;
    private @Nullable Open open;

    /** @param lossy whether the server may encode the same pixel differently each time */
    public UpdateProbe(Canvas canvas, Consumer<ClientMessage> out, boolean lossy) {
        this.canvas = canvas;
        this.out = out;
        this.lossy = lossy;
    }

    /**
     * Sends a probe; not asked at once where the first picture is not whole yet, or an earlier probe waits for its
     * answer.
     *
     * @param now monotonic nanoseconds
     * @param hears called once, with the answer
     */
    public void send(long now, Consumer<ProbeAnswer> hears) {
        if (!canvas.isWhole() || open != null) {
            hears.accept(ProbeAnswer.notAsked(now));
            return;
        }
        int blocks = Math.max(1, Math.min(BLOCKS, canvas.frame().width() / side));
        Rect block = new Rect(sent % blocks * side, 0, side, side)
                .intersection(canvas.frame().bounds());
        sent++;
        late.removeIf(earlier -> earlier.block().intersects(block));
        remember();
        open = new Open(block, now, hears);
        out.accept(new FramebufferUpdateRequest(false, block));
    }

    private Rect strip() {
        return new Rect(0, 0, BLOCKS * side, side).intersection(canvas.frame().bounds());
    }

    private void remember() {
        Rect strip = strip();
        int size = strip.width() * strip.height();
        if (shown.length != size) {
            shown = new int[size];
        }
        Frame frame = canvas.frame();
        for (int row = 0; row < strip.height(); row++) {
            System.arraycopy(frame.pixels(), row * frame.width(), shown, row * strip.width(), strip.width());
        }
    }

    /** The largest difference of a colour from what was shown. */
    private int change(Rect block) {
        Frame frame = canvas.frame();
        int stride = strip().width();
        int most = 0;
        for (int y = block.y(); y < block.bottom(); y++) {
            for (int x = block.x(); x < block.right(); x++) {
                int before = shown[y * stride + x];
                int now = frame.pixels()[y * frame.width() + x];
                if (((before ^ now) & RGB) != 0) {
                    most = Math.max(most, change(before, now));
                }
            }
        }
        return most;
    }

    private static int change(int before, int now) {
        int most = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            most = Math.max(most, Math.abs((before >> shift & 0xFF) - (now >> shift & 0xFF)));
        }
        return most;
    }

    /**
     * What an update has changed: nothing, if it is nothing but an answer, early or late, with the block as it was.
     * Then the picture counts as not painted. In a lossy picture, a small change of one of these blocks alone cannot be
     * told from its being encoded again: it is part of the next frame.
     *
     * @param damage of the update
     * @param arrivedAt monotonic nanoseconds
     */
    public Told told(List<Rect> damage, long arrivedAt) {
        Rect asked = askedAlone(damage, arrivedAt);
        if (asked == null) {
            return new Told(Kind.FRAME, withUntold(damage));
        }
        int change = change(asked);
        if (change > (lossy ? LOSS : 0)) {
            return new Told(Kind.ANSWER, withUntold(damage));
        }
        if (change > 0) {
            untold.add(asked);
        }
        canvas.frame().paintedNothing(damage.size());
        return new Told(Kind.ANSWER, List.of());
    }

    private List<Rect> withUntold(List<Rect> damage) {
        if (untold.isEmpty() || damage.isEmpty()) {
            return damage;
        }
        untold.removeIf(this::isOutside);
        List<Rect> changed = new ArrayList<>(untold);
        changed.addAll(damage);
        untold.clear();
        return changed;
    }

    /**
     * The block that was asked for and that an update consists of, in one part or several; null if it is anything else.
     */
    private @Nullable Rect askedAlone(List<Rect> damage, long arrivedAt) {
        Open probe = open;
        if (probe != null && consistsOf(damage, probe.block())) {
            return probe.block();
        }
        late.removeIf(earlier -> arrivedAt - earlier.sentAt() > LATE_NANOS || isOutside(earlier.block()));
        for (Open earlier : late) {
            if (consistsOf(damage, earlier.block())) {
                late.remove(earlier);
                return earlier.block();
            }
        }
        return null;
    }

    private static boolean consistsOf(List<Rect> damage, Rect block) {
        long pixels = 0;
        for (Rect part : damage) {
            if (!part.intersection(block).equals(part)) {
                return false;
            }
            pixels += (long) part.width() * part.height();
        }
        return pixels == (long) block.width() * block.height();
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
        Open probe = open;
        if (probe != null && (covers(damage, probe.block()) || isOutside(probe.block()))) {
            open = null;
            // What was read before the request left is no answer to it, whatever it looks like.
            boolean answer = consistsOf(damage, probe.block()) && arrivedAt >= probe.sentAt();
            if (!answer) {
                late.add(probe);
                learn(damage, probe.block());
            }
            remember();
            probe.hears()
                    .accept(answer ? ProbeAnswer.unchanged(probe.sentAt()) : ProbeAnswer.inconclusive(probe.sentAt()));
        } else if (damage.stream().anyMatch(strip()::intersects)) {
            remember();
        }
    }

    /** Less is a change of the screen: a server sends all that was asked for. */
    private static boolean covers(List<Rect> damage, Rect block) {
        long pixels = 0;
        for (Rect part : damage) {
            Rect common = part.intersection(block);
            pixels += (long) common.width() * common.height();
        }
        return pixels >= (long) block.width() * block.height();
    }

    /** A server that has answered with a little more than was asked for may round to a coarser grid. */
    private void learn(List<Rect> damage, Rect block) {
        if (damage.size() != 1 || !damage.get(0).intersection(block).equals(block)) {
            return;
        }
        int longest = Math.max(damage.get(0).width(), damage.get(0).height());
        while (side < longest && longest <= LONGEST_SIDE) {
            side *= 2;
        }
    }

    /** The screen has become smaller since the request. */
    private boolean isOutside(Rect block) {
        return !canvas.frame().bounds().intersection(block).equals(block);
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
