package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.Tile;
import io.deskmeter.agent.evidence.tile.TileStore;
import io.deskmeter.agent.evidence.tile.TileTape;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records the last frames while a move waits for more than half of what people notice, tile by tile: which wait is the
 * longest is known only afterwards. A gesture that is seen in time costs nothing. Owned by one session.
 */
public final class TileGestureRecorder implements GestureRecorder {
    private static final int MOST = 8;
    private static final long NOTICED = TimeUnit.MILLISECONDS.toNanos(NotedGesture.NOTICED);

    /** Frames before a long wait ends are needed, too. */
    private static final long RECORDED = NOTICED / 2;

    private final EvidenceReceiver receiver;
    private final TileTape tape;
    private final int mostTiles;
    private @Nullable Rect area;
    private @Nullable LongestWait longest;

    /**
     * Records nothing until a gesture begins.
     *
     * @param memory bytes by which the recorded frames may differ from the screen
     */
    public TileGestureRecorder(EvidenceReceiver receiver, TileStore store, long memory) {
        this.receiver = receiver;
        this.tape = new TileTape(store);
        this.mostTiles = (int) (memory / Tile.BYTES);
    }

    @Override
    public void begin(Rect within) {
        drop();
        area = within;
    }

    @Override
    public void see(FrameUpdate update, long waited, boolean shows) {
        Rect within = area;
        if (within == null) {
            return;
        }
        if (!tape.fits(update.frame())) {
            tape.begin(update.frame());
        }
        tape.mark(update.damage());
        if (waited <= RECORDED) {
            tape.clear();
            return;
        }
        tape.take(update.frame(), update.sequence(), update.arrivedAt(), 0);
        while (tape.frames().size() > MOST
                || (tape.tilesHeld() > mostTiles && tape.frames().size() > 2)) {
            tape.dropFirst();
        }
        if (shows && waited > NOTICED && (longest == null || waited > longest.waited())) {
            forgetLongest();
            longest = new LongestWait(waited, update.arrivedAt(), within, tape.copy());
        }
    }

    @Override
    public void made(Timing timing, NotedGesture gesture) {
        LongestWait kept = longest;
        longest = null;
        drop();
        receiver.submit(timing, gesture, kept);
    }

    @Override
    public void drop() {
        area = null;
        forgetLongest();
        tape.forget();
    }

    private void forgetLongest() {
        if (longest != null) {
            longest.history().close();
            longest = null;
        }
    }

    @Override
    public void close() {
        drop();
    }
}
