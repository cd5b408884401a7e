package io.deskmeter.agent.evidence.tile;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The recorded frames of an operation: the last frame as tiles, and the differences of each earlier one. Holds its
 * tiles until it is closed.
 */
public final class FrameHistory implements AutoCloseable {
    /** The placeholder for a part of the picture that did not fit into memory. */
    private static final int[] MISSING = placeholder();

    private final TileGrid grid;
    private final @Nullable Tile[] last;
    private final List<RecordedFrame> recordedFrames;
    private final TileStore store;

    FrameHistory(TileGrid grid, @Nullable Tile[] last, List<RecordedFrame> recordedFrames, TileStore store) {
        this.grid = grid;
        this.last = last;
        this.recordedFrames = recordedFrames;
        this.store = store;
    }

    private static int[] placeholder() {
        int[] pixels = new int[Tile.WIDTH * Tile.HEIGHT];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (i % Tile.WIDTH + i / Tile.WIDTH) % 8 < 2 ? 0x707880 : 0x505860;
        }
        return pixels;
    }

    public List<RecordedFrame> recordedFrames() {
        return recordedFrames;
    }

    public TileGrid grid() {
        return grid;
    }

    /** Draws all frames, the last one first, into the same frame, which is valid during the call only. */
    public void print(ObjIntConsumer<Frame> viewer) {
        Frame frame = new Frame(grid.width(), grid.height());
        for (int tile = 0; tile < last.length; tile++) {
            draw(tile, last[tile], frame);
        }
        for (int i = recordedFrames.size() - 1; i >= 0; i--) {
            viewer.accept(frame, i);
            recordedFrames.get(i).before().forEach((tile, before) -> draw(tile, before, frame));
        }
    }

    private void draw(int number, @Nullable Tile tile, Frame frame) {
        grid.write(tile == null ? MISSING : tile.pixels(), number, frame);
    }

    /** What changed with a frame; empty for the first. */
    public Rect changed(int recorded) {
        Rect all = new Rect(0, 0, 0, 0);
        for (int tile : recordedFrames.get(recorded).before().keySet()) {
            all = all.union(grid.place(tile));
        }
        return all;
    }

    @Override
    public void close() {
        Arrays.asList(last).forEach(store::give);
        recordedFrames.forEach(recorded -> recorded.before().values().forEach(store::give));
    }
}
