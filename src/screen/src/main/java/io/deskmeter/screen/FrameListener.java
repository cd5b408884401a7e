package io.deskmeter.screen;

/** Hears of a screen's frames; called on the screen's executor, one call at a time. */
public interface FrameListener {
    /** The screen has changed; the first call after the start shows the whole screen. */
    void onFrame(FrameUpdate update);

    /** The screen is gone for good; called once at most, nothing follows. Not called after {@link Screen#close()}. */
    void onLost(ScreenException cause);
}
