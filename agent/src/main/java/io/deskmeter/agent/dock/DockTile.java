package io.deskmeter.agent.dock;

/**
 * A tile of the dock.
 *
 * @param workload its id, which determines the picture
 * @param title for display
 * @param state of its application
 */
public record DockTile(String workload, String title, State state) {

    /** Only {@link #READY} shows the landmark. */
    public enum State {
        /** There is no application instance yet. */
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
