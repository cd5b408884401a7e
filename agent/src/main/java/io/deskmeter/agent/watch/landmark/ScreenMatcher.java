package io.deskmeter.agent.watch.landmark;

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
     * The current picture. It is the screen's own frame and changes with the next update, so it may only be read on the
     * session's executor, on which the screen also writes it.
     */
    Frame frame();

    /**
     * Searches a landmark in all of the current picture, with every detail.
     *
     * @param landmark path as in the condition, relative to its workload's folder
     */
    default Match find(String landmark) {
        return find(LandmarkQuery.of(landmark));
    }

    /** Searches as a condition says. */
    Match find(LandmarkQuery sought);

    /** All that a search reads to decide about a place, or about a region; while it is unchanged, so is the answer. */
    default Rect readAround(Rect place) {
        return place;
    }

    /**
     * What is most like the landmark of a condition where that is not found, if anything is much like it; for authors
     * of workloads.
     */
    default Optional<LookAlike> lookAlike(LandmarkQuery sought) {
        return Optional.empty();
    }

    /** The same where something else is known to be wrong: without a remedy for pictures that look different. */
    default String diagnoseMiss(LandmarkQuery sought) {
        return diagnose(sought);
    }

    /** The place with the best score, for messages; expensive. */
    Match nearest(String landmark);

    /**
     * Why what a condition looks for was not found: the best score, its place, and the difference. For messages after a
     * failure; very expensive.
     */
    String diagnose(LandmarkQuery sought);

    /**
     * Compares pictures with a landmark, also after another workload was entered: from a picture of the size at which
     * the landmark is looked for to its {@link io.deskmeter.vision.compare.Similarity}, empty where there is none.
     */
    Function<Frame, OptionalDouble> similarity(String landmark);

    /** Where a landmark was when it was last looked for and found. */
    Optional<Rect> lastSeen(String landmark);

    @Override
    void close();
}
