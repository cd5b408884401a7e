package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An armed condition. */
public interface Watch {
    /** Whether the condition is already true in the picture on which it was armed, before any input. */
    boolean holdsAlready();

    /** Whether it is, or the loss of that picture leaves open whether it is. */
    default boolean mayHoldAlready() {
        return holdsAlready();
    }

    /** Arms with the current picture again: frames arrived before the input was sent. */
    void rearm();

    /**
     * Processes a frame that arrived after the input was sent.
     *
     * @param previousAt the last instant at which the screen is known to have been unchanged: arrival of the previous
     *     frame, or the time of the input for the first frame, or later, if a probe has proven it
     */
    void see(long previousAt, FrameUpdate update);

    /**
     * A window that is no part of the application had come in front of the screen since this was armed, and has gone:
     * what it changed does not count. The first frame without it, and later ones, were seen.
     *
     * @param since of the times of {@link #stood}, those that were told and are later than that frame
     */
    default void windowGone(GoneWindow window, List<SilentInterval> since) {}

    /**
     * Such a window stays: from now on it is a part of the picture with which this was armed. What has changed apart
     * from it, after it came, counts. If it goes later, {@link #windowGone} is called.
     */
    default void windowStays(StayingWindow window) {}

    /**
     * Until when input is sent. A server may send no frames while it takes input, so a time without frames before this
     * instant is no rest, and what was true before it has to be true after it.
     *
     * @param instant when the last event was sent so far; {@link Long#MAX_VALUE} while others follow
     * @param since of the times of {@link #stood}, those that were told and are later than this instant
     */
    default void inputUntil(long instant, List<SilentInterval> since) {}

    /**
     * The server has not answered for a time: what has to last until something is certain lasts so much longer. Later
     * calls tell of later times; one that goes on is told piece by piece, before the frames that came in it.
     */
    default void stood(SilentInterval stop) {}

    /** Whether a window in front of the screen can make this true, which is no part of the application. */
    default boolean isMadeTrueByWindows() {
        return true;
    }

    /** The result as known at this instant, null if the condition is not true (yet). */
    @Nullable
    WatchResult answer(long now);

    /**
     * What the answer will be if no more of such a window goes, where only what may be left of the window keeps it from
     * being known; null otherwise.
     */
    default @Nullable WatchResult heldBack(long now) {
        return null;
    }

    /**
     * While the loss of the picture leaves open whether the condition is true: the last instant at which it certainly
     * was not; empty if it is decided.
     */
    default OptionalLong openSince() {
        return OptionalLong.empty();
    }

    /** When the condition will be true if no further frame arrives; empty if only a frame can make it true. */
    OptionalLong holdsUnlessChangedBy();

    /** What has not happened where it is not true, for display, in front of a time: {@code not seen}. */
    String missed();

    /** Describes the current state for error messages; may be expensive. */
    String describe();

    /** The same where something else is known to be wrong: without a remedy for pictures that look different. */
    default String describeMiss() {
        return describe();
    }

    /** The searched places, for display: landmarks and regions. */
    List<Rect> places();

    /** What keeps it from becoming true, for display: parts of its region that do not rest. */
    default List<Rect> moving() {
        return List.of();
    }
}
