package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.agent.evidence.tile.Tile;
import io.deskmeter.agent.evidence.tile.TileStore;
import io.deskmeter.agent.evidence.tile.TileTape;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import org.jspecify.annotations.Nullable;

/**
 * Records four frames a second of the last three seconds, tile by tile, since it is known only afterwards that a second
 * was bad. Owned by one session.
 */
public final class TileSecondRecorder implements SecondRecorder {
    private static final int MOST = 12;
    /** Between two frames that are recorded: a quarter of a second. */
    private static final long PAUSE = 250_000_000;

    private final EvidenceReceiver receiver;
    private final TileTape tape;
    private final int mostTiles;
    private boolean running;
    private int leftOut;
    private long lastAt;
    private @Nullable Kept kept;

    private record Kept(NotedSecond second, FrameHistory history) {}

    /**
     * Records nothing until an operation begins.
     *
     * @param memory bytes by which the recorded frames may differ from the screen
     */
    public TileSecondRecorder(EvidenceReceiver receiver, TileStore store, long memory) {
        this.receiver = receiver;
        this.tape = new TileTape(store);
        this.mostTiles = (int) (memory / Tile.BYTES);
    }

    @Override
    public void begin(Frame frame) {
        drop();
        running = true;
        tape.begin(frame);
        leftOut = 0;
        lastAt = Timing.NEVER;
    }

    @Override
    public void see(FrameUpdate update) {
        if (!running) {
            return;
        }
        if (!tape.fits(update.frame())) {
            leftOut += tape.frames().size();
            tape.begin(update.frame());
        }
        tape.mark(update.damage());
        if (lastAt != Timing.NEVER && update.arrivedAt() - lastAt < PAUSE) {
            leftOut++;
            return;
        }
        tape.take(update.frame(), update.sequence(), update.arrivedAt(), leftOut);
        lastAt = update.arrivedAt();
        leftOut = 0;
        while (tape.frames().size() > MOST
                || (tape.tilesHeld() > mostTiles && tape.frames().size() > 2)) {
            tape.dropFirst();
        }
    }

    @Override
    public boolean wants(double badness) {
        return running && (kept == null || badness > kept.second.badness()) && receiver.wantsSecond(badness);
    }

    @Override
    public void keep(NotedSecond second) {
        forgetKept();
        kept = new Kept(second, tape.copy());
    }

    @Override
    public void end(Timing timing) {
        Kept worst = kept;
        kept = null;
        drop();
        if (worst != null) {
            receiver.submit(timing, worst.second, worst.history);
        }
    }

    @Override
    public void drop() {
        running = false;
        forgetKept();
        tape.forget();
    }

    private void forgetKept() {
        if (kept != null) {
            kept.history.close();
            kept = null;
        }
    }

    @Override
    public void close() {
        drop();
    }
}
