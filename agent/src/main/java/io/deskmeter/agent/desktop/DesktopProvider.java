package io.deskmeter.agent.desktop;

/** Where desktops come from. */
public interface DesktopProvider extends AutoCloseable {
    /**
     * Starts a desktop and returns when it can be seen and used.
     *
     * @param session index of the simulated user, from 0; a label only, two desktops may carry the same
     * @param width in pixels, 320 to 8192
     * @param height in pixels, 200 to 8192
     * @throws DesktopException with what, the offending value, what was expected, and a hint
     */
    Desktop start(int session, int width, int height) throws DesktopException;

    /** Ends every desktop that it has started; idempotent. */
    @Override
    default void close() {}
}
