package io.deskmeter.agent.dock;

/** A window with tiles. Its methods may be called from any thread and return immediately. */
public interface Dock extends AutoCloseable {
    /** Shows this state. */
    void show(DockState state);

    /**
     * The screen has another size.
     *
     * @param width in its pixels
     * @param height in its pixels
     */
    void screen(int width, int height);

    /** Closes the window; idempotent. */
    @Override
    void close();

    /** Receives clicks. */
    interface Clicks {
        /** A ready tile was clicked; called on the window's thread, must return immediately. */
        void clicked(String workload);
    }

    /** Opens docks. */
    interface Maker {
        /**
         * Shows a dock.
         *
         * @param width of the screen, in its pixels
         * @param height of the screen, in its pixels
         * @throws DockException if the window cannot be opened
         */
        Dock open(DockState first, int width, int height, Clicks clicks) throws DockException;
    }
}
