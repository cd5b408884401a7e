package io.deskmeter.agent.dock;

/**
 * A tile as it is shown.
 *
 * @param workload its id, which makes the picture
 * @param title for people
 * @param state where its application stands
 */
public record DockTile(String workload, String title, State state) {

    /** Only {@link #READY} shows the landmark. */
    public enum State {
        /** There is nothing to open yet. */
        IDLE,
        /** A click opens the application. */
        READY,
        /** Clicked; the application is being started. */
        STARTING,
        /** The application runs. */
        RUNNING
    }

    public DockTile with(State other) {
        return new DockTile(workload, title, other);
    }
}
