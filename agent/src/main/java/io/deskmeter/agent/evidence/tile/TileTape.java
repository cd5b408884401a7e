package io.deskmeter.agent.evidence.tile;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The recorded frames of one screen: its tiles as they are now, and of each frame what was there before. Owned by one
 * session; which frames are kept is its owner's business.
 */
public final class TileTape {
    private final TileStore store;
    private final int[] scratch = new int[Tile.WIDTH * Tile.HEIGHT];
    private final BitSet stale = new BitSet();
    private final List<RecordedFrame> frames = new ArrayList<>();
    private TileGrid grid = new TileGrid(0, 0);
    private @Nullable Tile[] now = new Tile[0];
    private int tilesHeld;

    public TileTape(TileStore store) {
        this.store = store;
    }

    public boolean fits(Frame frame) {
        return grid.fits(frame);
    }

    /**
     * Begins with a screen of this size, of which nothing is known. Forgets all frames: those of another size cannot be
     * drawn from it.
     */
    public void begin(Frame frame) {
        forget();
        grid = new TileGrid(frame.width(), frame.height());
        now = new Tile[grid.tiles()];
        stale.set(0, grid.tiles());
    }

    /** These parts of the screen have changed. */
    public void mark(List<Rect> damage) {
        damage.forEach(rect -> grid.mark(rect, stale));
    }

    /** Tiles that the next frame will copy. */
    public int stale() {
        return stale.cardinality();
    }

    /** Records a frame. */
    public void take(Frame frame, long sequence, long arrivedAt, int leftOut) {
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
        tilesHeld += before.size();
        frames.add(new RecordedFrame(sequence, arrivedAt, leftOut, before));
        if (frames.size() == 1) {
            dropPast();
        }
    }

    /** Earlier frames cannot be reconstructed without the first one. */
    private void dropPast() {
        RecordedFrame first = frames.get(0);
        first.before().values().forEach(store::give);
        tilesHeld -= first.before().size();
        frames.set(0, first.withoutPast());
    }

    /** Forgets the first of several frames. */
    public void dropFirst() {
        frames.remove(0);
        dropPast();
    }

    /** Merges the changes of a frame, which is neither the first nor the last, into the next one. */
    public void leaveOut(int frame) {
        RecordedFrame dropped = frames.remove(frame);
        RecordedFrame next = frames.get(frame);
        Map<Integer, @Nullable Tile> before = new HashMap<>(next.before());
        dropped.before().forEach((tile, older) -> {
            if (before.containsKey(tile)) {
                store.give(before.get(tile));
                tilesHeld--;
            }
            before.put(tile, older);
        });
        frames.set(
                frame,
                new RecordedFrame(next.sequence(), next.arrivedAt(), next.leftOut() + dropped.leftOut() + 1, before));
    }

    /** The recorded frames, in their order; not to be changed. */
    public List<RecordedFrame> frames() {
        return frames;
    }

    /** Tiles by which the recorded frames differ from the screen. */
    public int tilesHeld() {
        return tilesHeld;
    }

    /** Passes the recorded frames on, and has none any more. */
    public FrameHistory give() {
        FrameHistory history = history();
        frames.clear();
        clear();
        return history;
    }

    /** The recorded frames, which stay here, too. */
    public FrameHistory copy() {
        frames.forEach(frame -> frame.before().values().forEach(store::hold));
        return history();
    }

    private FrameHistory history() {
        for (Tile tile : now) {
            store.hold(tile);
        }
        return new FrameHistory(grid, now.clone(), List.copyOf(frames), store);
    }

    /** Forgets the recorded frames; the screen stays known. */
    public void clear() {
        frames.forEach(frame -> frame.before().values().forEach(store::give));
        frames.clear();
        tilesHeld = 0;
    }

    /** Forgets the screen, too. */
    public void forget() {
        clear();
        for (Tile tile : now) {
            store.give(tile);
        }
        now = new Tile[0];
        grid = new TileGrid(0, 0);
        stale.clear();
    }
}
