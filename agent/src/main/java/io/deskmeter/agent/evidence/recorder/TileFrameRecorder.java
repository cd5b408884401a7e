package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.agent.evidence.tile.RecordedFrame;
import io.deskmeter.agent.evidence.tile.Tile;
import io.deskmeter.agent.evidence.tile.TileStore;
import io.deskmeter.agent.evidence.tile.TileTape;
import io.deskmeter.agent.watch.window.NewWindow;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import java.util.List;
import java.util.Optional;

/** Records a screen tile by tile. Owned by one session. The package describes the method. */
public final class TileFrameRecorder implements FrameRecorder {
    /** Frames of one operation. */
    static final int MOST = 12;

    /** So many changed tiles or fewer are alike: a caret, a clock, a line of text. */
    private static final int FEW_TILES = 8;

    /** How many of these are the first ones, around the input. */
    private static final int FIRST = 5;

    /**
     * The number of tiles that may be copied per second and at once: two large screens, then four a second; 1 % of a
     * core.
     */
    private static final double TILES_PER_NANO = 2_000 / 1e9;

    private static final double TILES_AT_ONCE = 1_000;

    private final EvidenceReceiver receiver;
    private final TileTape tape;
    private final int mostTiles;
    private boolean running;

    /** The latest update, and whether it was recorded. */
    private long sequence;

    private long arrivedAt;
    private boolean taken = true;

    private int leftOut;
    private double allowance = TILES_AT_ONCE;
    private long allowedAt = Timing.NEVER;

    public TileFrameRecorder(EvidenceReceiver receiver, TileStore store, long memory) {
        this.receiver = receiver;
        this.tape = new TileTape(store);
        this.mostTiles = (int) (memory / Tile.BYTES);
    }

    @Override
    public void see(FrameUpdate update) {
        if (!tape.fits(update.frame())) {
            begin(update.frame());
        }
        tape.mark(update.damage());
        if (running && !taken) {
            leftOut++;
        }
        sequence = update.sequence();
        arrivedAt = update.arrivedAt();
        taken = false;
    }

    private void begin(Frame frame) {
        leftOut += tape.frames().size();
        tape.begin(frame);
    }

    @Override
    public void armed(Frame frame) {
        if (!tape.fits(frame)) {
            begin(frame);
        }
        clear();
        running = true;
        leftOut = 0;
        take(frame);
    }

    @Override
    public void judged(Frame frame, long likelyShownAt) {
        if (running && !taken && (likelyShownAt == arrivedAt || allowed())) {
            take(frame);
            trim(likelyShownAt);
        }
    }

    private boolean allowed() {
        if (allowedAt != Timing.NEVER) {
            allowance = Math.min(TILES_AT_ONCE, allowance + (arrivedAt - allowedAt) * TILES_PER_NANO);
        }
        allowedAt = arrivedAt;
        int tiles = tape.stale();
        // A screen with more tiles than the limit must be recorded, too.
        if (tiles > allowance && allowance < TILES_AT_ONCE) {
            return false;
        }
        allowance -= tiles;
        return true;
    }

    private void take(Frame frame) {
        tape.take(frame, sequence, arrivedAt, leftOut);
        taken = true;
        leftOut = 0;
    }

    /** Leaves frames out, those in the middle first. */
    private void trim(long likelyShownAt) {
        if (tape.frames().size() > MOST) {
            leaveOut(FIRST, likelyShownAt);
        }
        while (tape.tilesHeld() > mostTiles && tape.frames().size() > 2) {
            leaveOut(1, likelyShownAt);
        }
    }

    /**
     * Keeps a possible response and the frame before it; drops where least changed, so that a blinking caret does not
     * displace a window that came.
     */
    private void leaveOut(int from, long likelyShownAt) {
        List<RecordedFrame> frames = tape.frames();
        int drop = frames.size() - 2;
        int least = Integer.MAX_VALUE;
        for (int i = frames.size() - 2; i >= from; i--) {
            boolean needed = frames.get(i).arrivedAt() == likelyShownAt
                    || frames.get(i + 1).arrivedAt() == likelyShownAt;
            int changed = Math.max(FEW_TILES, frames.get(i).before().size());
            if (!needed && changed <= least) {
                least = changed;
                drop = i;
            }
        }
        tape.leaveOut(drop);
    }

    @Override
    public void ended(EvidenceRequest request, Frame frame) {
        if (receiver.accepts(request.timing())) {
            receiver.submit(request, take(request.timing().firedAt(), frame));
        } else {
            clear();
        }
    }

    @Override
    public Optional<NewWindow> newWindow(Frame frame) {
        if (!running || !tape.fits(frame)) {
            return Optional.empty();
        }
        if (!taken) {
            take(frame);
            trim(arrivedAt);
        }
        NewWindow.Finder finder = new NewWindow.Finder();
        try (FrameHistory history = tape.copy()) {
            history.print((shown, number) ->
                    finder.see(shown, history.recordedFrames().get(number).arrivedAt()));
        }
        return finder.found();
    }

    /** Passes the recorded frames on, with the current picture as the last one. */
    FrameHistory take(long firedAt, Frame frame) {
        if (!running) {
            // It failed before it was armed; only the current picture is available.
            armed(frame);
        }
        if (!taken && tape.fits(frame)) {
            take(frame);
            trim(arrivedAt);
        }
        dropBeforeFiring(firedAt);
        running = false;
        return tape.give();
    }

    /** Of the frames before the input, the last one is sufficient. */
    private void dropBeforeFiring(long firedAt) {
        while (tape.frames().size() > 1 && tape.frames().get(1).arrivedAt() <= firedAt) {
            tape.dropFirst();
        }
    }

    private void clear() {
        running = false;
        tape.clear();
    }

    @Override
    public void close() {
        tape.forget();
        running = false;
    }
}
