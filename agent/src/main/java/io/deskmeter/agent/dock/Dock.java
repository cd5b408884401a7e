package io.deskmeter.agent.dock;

/** A window with tiles. Its methods may be called from any thread and return at once. */
public interface Dock extends AutoCloseable {
    /** Shows this from now on. */
    void show(DockState state);

    /**
     * The screen has another size.
     *
     * @param width in its pixels
     * @param height in its pixels
     */
    void screen(int width, int height);

    /** Takes the window away; idempotent. */
    @Override
    void close();

    /** Receives clicks. */
    interface Clicks {
        /** A ready tile was clicked; called on the window's thread, must return at once. */
        void clicked(String workload);
    }

    /** Where docks come from. */
    interface Maker {
        /**
         * Shows a dock.
         *
         * @param width of the screen, in its pixels
         * @param height of the screen, in its pixels
         * @throws DockException if there can be no window
         */
        Dock open(DockState first, int width, int height, Clicks clicks) throws DockException;
    }
}
