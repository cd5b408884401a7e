package io.deskmeter.agent.watch;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The current picture of a session, and the landmarks in it. */
public interface ScreenMatcher extends AutoCloseable {
    /** Must be called for every update, before anything else is asked about it. */
    void see(FrameUpdate update);

    /** From now on landmarks are those of this workload; forgets where landmarks were seen. */
    void enter(Workload workload);

    /**
     * The current picture. It is the screen's own store and changes with the next update, so it may only be read on the session's
     * executor, on which the screen writes it too.
     */
    Frame frame();

    /**
     * Looks for a landmark in the current picture.
     *
     * @param landmark path as the condition names it, relative to its workload's folder
     */
    Match find(String landmark);

    /** The place most like a landmark, for messages; dear. */
    Match nearest(String landmark);

    /** Why a landmark was not found: what comes nearest, where, and how it differs. For people after a failure; very dear. */
    String diagnose(String landmark);

    /**
     * Compares pictures with a landmark, also after another workload was entered: from a picture of the size at which the landmark is looked for to its
     * {@link io.deskmeter.vision.Similarity}, empty where there is none.
     */
    Function<Frame, OptionalDouble> similarity(String landmark);

    /** Where a landmark was when it was last looked for and found. */
    Optional<Rect> lastSeen(String landmark);

    @Override
    void close();
}
