package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An armed condition. */
public interface Watch {
    /** Does it hold in the picture on which it was armed, before any input? */
    boolean holdsAlready();

    /** Takes the current picture as the one on which it is armed: frames came before the input left. */
    void rearm();

    /**
     * Takes a frame in that arrived after the input had left.
     *
     * @param previousAt arrival of the frame before it, or the firing where it is the first
     */
    void see(long previousAt, FrameUpdate update);

    /** The answer as known at this instant, null where the condition does not hold (yet). */
    @Nullable
    WatchResult answer(long now);

    /** When it will hold if no further frame comes; empty where only a frame can make it hold. */
    OptionalLong holdsUnlessChangedBy();

    /** What can be seen of it now, for people after a failure; may be dear. */
    String describe();

    /** Where it looks, for people: places of landmarks, regions. */
    List<Rect> places();
}
