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
    /** Must be called for every update, before any other method. */
    void see(FrameUpdate update);

    /** Selects the landmarks of this workload, and drops the places of earlier landmarks. */
    void enter(Workload workload);

    /**
     * The current picture. It is the screen's own frame and changes with the next update, so it may only be read on the session's executor, on which
     * the screen also writes it.
     */
    Frame frame();

    /**
     * Searches a landmark in the current picture.
     *
     * @param landmark path as in the condition, relative to its workload's folder
     */
    Match find(String landmark);

    /**
     * The same, but found is also a place at which the loss of the picture leaves open whether the landmark is there: a landmark that may be there has
     * not vanished.
     */
    default Match findOrDoubtful(String landmark) {
        return find(landmark);
    }

    /** Searches as a condition says. */
    default Match find(Sought sought) {
        return sought.orDoubtful() ? findOrDoubtful(sought.landmark()) : find(sought.landmark());
    }

    /** Why what a condition looks for was not found; see {@link #diagnose(String)}. */
    default String diagnose(Sought sought) {
        return diagnose(sought.landmark());
    }

    /** The same where something else is known to be wrong: without a remedy for pictures that look different. */
    default String diagnoseMiss(Sought sought) {
        return diagnose(sought);
    }

    /** The place with the best score, for messages; expensive. */
    Match nearest(String landmark);

    /** Why a landmark was not found: the best score, its place, and the difference. For messages after a failure; very expensive. */
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
