package io.deskmeter.screen;

/** Receives a screen's frames. Called on the screen's executor, one call at a time. */
public interface FrameListener {
    /** The screen has changed; the first call after the start shows the whole screen. */
    void onFrame(FrameUpdate update);

    /** The screen is lost. Called once at most, as the last call; not called after {@link Screen#close()}. */
    void onLost(ScreenException cause);
}
