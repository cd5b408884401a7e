package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An armed condition. */
public interface Watch {
    /** Whether the condition is already true in the picture on which it was armed, before any input. */
    boolean holdsAlready();

    /** Takes the current picture as the one on which it is armed: frames came before the input left. */
    void rearm();

    /**
     * Takes a frame in that arrived after the input had left.
     *
     * @param previousAt arrival of the frame before it, or the firing where it is the first
     */
    void see(long previousAt, FrameUpdate update);

    /** The result as known at this instant, null if the condition is not true (yet). */
    @Nullable
    WatchResult answer(long now);

    /** When the condition will be true if no further frame arrives; empty if only a frame can make it true. */
    OptionalLong holdsUnlessChangedBy();

    /** Describes the current state for error messages; may be expensive. */
    String describe();

    /** Where it looks, for people: places of landmarks, regions. */
    List<Rect> places();
}
