package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records a screen tile by tile. Owned by one session. The package describes the method. */
final class TileFrameRecorder implements FrameRecorder {
    /** Frames of one operation. */
    static final int MOST = 12;

    /** How many of these are the first ones, around the input. */
    private static final int FIRST = 5;

    /** The number of tiles that may be copied per second and at once: two large screens, then four a second; 1 % of a core. */
    private static final double TILES_PER_NANO = 2_000 / 1e9;

    private static final double TILES_AT_ONCE = 1_000;

    private final EvidenceEncoder evidenceEncoder;
    private final TileStore store;
    private final int mostTiles;
    private final int[] scratch = new int[Tile.WIDTH * Tile.HEIGHT];
    private final BitSet stale = new BitSet();
    private final List<RecordedFrame> recordedFrames = new ArrayList<>();
    private TileGrid grid = new TileGrid(0, 0);
    private @Nullable Tile[] now = new Tile[0];
    private boolean running;

    /** The latest update, and whether it was recorded. */
    private long sequence;

    private long arrivedAt;
    private boolean taken = true;

    private int leftOut;
    private int tilesHeld;
    private double allowance = TILES_AT_ONCE;
    private long allowedAt = Timing.NEVER;

    TileFrameRecorder(EvidenceEncoder evidenceEncoder, TileStore store, long memory) {
        this.evidenceEncoder = evidenceEncoder;
        this.store = store;
        this.mostTiles = (int) (memory / Tile.BYTES);
    }

    @Override
    public void see(FrameUpdate update) {
        if (!grid.fits(update.frame())) {
            begin(update.frame());
        }
        for (Rect rect : update.damage()) {
            grid.mark(rect, stale);
        }
        if (running && !taken) {
            leftOut++;
        }
        sequence = update.sequence();
        arrivedAt = update.arrivedAt();
        taken = false;
    }

    /** Another size is another screen: the recorded frames cannot be drawn from it. */
    private void begin(Frame frame) {
        leftOut += recordedFrames.size();
        forget();
        grid = new TileGrid(frame.width(), frame.height());
        now = new Tile[grid.tiles()];
        stale.set(0, grid.tiles());
    }

    @Override
    public void armed(Frame frame) {
        if (!grid.fits(frame)) {
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
        int tiles = stale.cardinality();
        // A screen with more tiles than the limit must be recorded, too.
        if (tiles > allowance && allowance < TILES_AT_ONCE) {
            return false;
        }
        allowance -= tiles;
        return true;
    }

    private void take(Frame frame) {
        Map<Integer, @Nullable Tile> before = new HashMap<>();
        for (int tile = stale.nextSetBit(0); tile >= 0; tile = stale.nextSetBit(tile + 1)) {
            grid.read(frame, tile, scratch);
            Tile known = now[tile];
            if (known == null || !Arrays.equals(known.pixels(), scratch)) {
                before.put(tile, known);
                now[tile] = store.take(scratch);
            }
        }
        stale.clear();
        taken = true;
        tilesHeld += before.size();
        recordedFrames.add(new RecordedFrame(sequence, arrivedAt, leftOut, before));
        leftOut = 0;
        if (recordedFrames.size() == 1) {
            dropPast();
        }
    }

    /** Earlier frames cannot be reconstructed without the first one. */
    private void dropPast() {
        RecordedFrame first = recordedFrames.get(0);
        first.before().values().forEach(store::give);
        tilesHeld -= first.before().size();
        recordedFrames.set(0, first.withoutPast());
    }

    /** Leaves frames out, those in the middle first. */
    private void trim(long likelyShownAt) {
        if (recordedFrames.size() > MOST) {
            leaveOut(FIRST, likelyShownAt);
        }
        while (tilesHeld > mostTiles && recordedFrames.size() > 2) {
            leaveOut(1, likelyShownAt);
        }
    }

    /** Keeps a possible response and the frame before it. */
    private void leaveOut(int from, long likelyShownAt) {
        int drop = from;
        while (drop < recordedFrames.size() - 2
                && (recordedFrames.get(drop).arrivedAt() == likelyShownAt
                        || recordedFrames.get(drop + 1).arrivedAt() == likelyShownAt)) {
            drop++;
        }
        RecordedFrame dropped = recordedFrames.remove(drop);
        RecordedFrame next = recordedFrames.get(drop);
        Map<Integer, @Nullable Tile> before = new HashMap<>(next.before());
        dropped.before().forEach((tile, older) -> {
            if (before.containsKey(tile)) {
                store.give(before.get(tile));
                tilesHeld--;
            }
            before.put(tile, older);
        });
        recordedFrames.set(
                drop,
                new RecordedFrame(next.sequence(), next.arrivedAt(), next.leftOut() + dropped.leftOut() + 1, before));
    }

    @Override
    public void ended(EvidenceRequest request, Frame frame) {
        if (evidenceEncoder.accepts(request.timing())) {
            evidenceEncoder.submit(request, take(request.timing().firedAt(), frame));
        } else {
            clear();
        }
    }

    /** Passes the recorded frames on, with the current picture as the last one. */
    FrameHistory take(long firedAt, Frame frame) {
        if (!running) {
            // It failed before it was armed; only the current picture is available.
            armed(frame);
        }
        if (!taken && grid.fits(frame)) {
            take(frame);
            trim(arrivedAt);
        }
        dropBeforeFiring(firedAt);
        for (Tile tile : now) {
            store.hold(tile);
        }
        FrameHistory history = new FrameHistory(grid, now.clone(), List.copyOf(recordedFrames), store);
        recordedFrames.clear();
        clear();
        return history;
    }

    /** Of the frames before the input, the last one is sufficient. */
    private void dropBeforeFiring(long firedAt) {
        while (recordedFrames.size() > 1 && recordedFrames.get(1).arrivedAt() <= firedAt) {
            recordedFrames.remove(0);
            dropPast();
        }
    }

    private void clear() {
        running = false;
        recordedFrames.forEach(recorded -> recorded.before().values().forEach(store::give));
        recordedFrames.clear();
        tilesHeld = 0;
    }

    private void forget() {
        boolean wasRunning = running;
        clear();
        running = wasRunning;
        for (Tile tile : now) {
            store.give(tile);
        }
        now = new Tile[0];
        grid = new TileGrid(0, 0);
        stale.clear();
    }

    @Override
    public void close() {
        forget();
        running = false;
    }
}
