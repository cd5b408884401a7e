package io.deskmeter.agent.evidence.tile;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Stores equal tiles once, up to a limit. Every tile that is taken must be released. Thread-safe. */
public final class TileStore {
    private final long most;
    private final ConcurrentHashMap<Tile, Tile> tiles = new ConcurrentHashMap<>();
    private final AtomicLong kept = new AtomicLong();

    /**
     * An empty store.
     *
     * @param bytes of all tiles together, at most
     */
    public TileStore(long bytes) {
        this.most = bytes / Tile.BYTES;
    }

    /**
     * The tile with these pixels, held for the caller; null if there is no room for another.
     *
     * @param pixels may be reused afterwards
     */
    @Nullable
    Tile take(int[] pixels) {
        Tile known = tiles.computeIfPresent(new Tile(pixels), (same, tile) -> held(tile));
        return known != null ? known : tiles.compute(new Tile(pixels.clone()), this::heldOrNew);
    }

    private static Tile held(Tile tile) {
        tile.users++;
        return tile;
    }

    private @Nullable Tile heldOrNew(Tile fresh, @Nullable Tile known) {
        if (known != null) {
            return held(known);
        }
        if (kept.incrementAndGet() > most) {
            kept.decrementAndGet();
            return null;
        }
        return held(fresh);
    }

    /** Holds it once more; does nothing for null. */
    void hold(@Nullable Tile tile) {
        if (tile != null) {
            tiles.computeIfPresent(tile, (same, known) -> held(known));
        }
    }

    /** Does nothing for null. */
    void give(@Nullable Tile tile) {
        if (tile != null) {
            tiles.computeIfPresent(tile, (same, known) -> {
                known.users--;
                if (known.users > 0) {
                    return known;
                }
                kept.decrementAndGet();
                return null;
            });
        }
    }

    /** The size of all tiles that are held. */
    public long bytes() {
        return kept.get() * Tile.BYTES;
    }
}
