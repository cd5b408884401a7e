package io.deskmeter.agent.dock;

import java.util.List;

/**
 * The content of a dock.
 *
 * @param tiles in order, at least one
 * @param words a line with an error message; empty if there is none
 */
public record DockState(List<DockTile> tiles, String words) {
    public DockState {
        tiles = List.copyOf(tiles);
        if (tiles.isEmpty()) {
            throw new IllegalArgumentException("tiles: none (expected: at least one)");
        }
    }

    /** The same with one workload's tile in another state, and other words. */
    public DockState with(String workload, DockTile.State state, String otherWords) {
        return new DockState(
                tiles.stream()
                        .map(tile -> tile.workload().equals(workload) ? tile.with(state) : tile)
                        .toList(),
                otherWords);
    }

    /** The state of a workload's tile; resting if it has none. */
    public DockTile.State of(String workload) {
        return tiles.stream()
                .filter(tile -> tile.workload().equals(workload))
                .map(DockTile::state)
                .findFirst()
                .orElse(DockTile.State.IDLE);
    }

    boolean any(DockTile.State state) {
        return tiles.stream().anyMatch(tile -> tile.state() == state);
    }
}
