package io.deskmeter.agent.desktop;

/** Provides desktops. */
public interface DesktopProvider extends AutoCloseable {
    /**
     * Starts a desktop and returns when it can be used.
     *
     * @param session index of the simulated user, from 0; a label only, two desktops may carry the same
     * @param width in pixels, 320 to 8192
     * @param height in pixels, 200 to 8192
     * @throws DesktopException if it cannot be started
     */
    Desktop start(int session, int width, int height) throws DesktopException;

    /** Ends every desktop that it has started; idempotent. */
    @Override
    default void close() {}
}
