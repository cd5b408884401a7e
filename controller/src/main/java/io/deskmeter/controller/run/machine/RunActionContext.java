package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.fact.RunState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The part of the state machine that actions may use. */
interface RunActionContext {
    RunState state();

    /** An event that follows from what was done; handled when the present action has ended. */
    void raise(RunEvent event);

    /**
     * Replaces the deadline of the present state.
     *
     * @param outcome what it means for the run if it passes; {@link RunEvent#COMPLETED}: a remark only
     * @param missing names what is being waited for
     */
    void deadline(Duration after, RunEvent outcome, Supplier<String> missing);

    /**
     * Replaces the deadline of the present state by one with the caller's reaction.
     *
     * @param missing names what is being waited for
     * @param passed gets the reason, which has been noted
     */
    void deadline(Duration after, Supplier<String> missing, Consumer<String> passed);

    void clearDeadline();

    /** Runs a task on the mailbox later, unless the run is over by then. */
    void after(Duration delay, Runnable task);

    /** The same; the timer can be cancelled. */
    Future<?> later(Duration delay, Runnable task);

    /**
     * Computes something asynchronously, outside the mailbox. If the computation fails, the run fails with the reason.
     *
     * @param what is computed, for people
     * @param work uses nothing that changes
     * @param then receives the result on the mailbox, unless the run is being reported or has ended by then
     */
    <T> void computeAsync(String what, Supplier<T> work, Consumer<T> then);

    /** Adds a line to the stage log. */
    void note(String message);

    /** Writes to the journal; false if that failed, which makes the run invalid. */
    boolean write(Runnable write);

    /** The monotonic clock, in nanoseconds. */
    long nanoTime();

    /** Live sessions that have not warmed up. */
    List<SessionTracker.Entry> notWarmedUp();

    /** The session whose iteration has just started, −1 if none has. */
    int lastIterationStarted();

    /** The run has ended. */
    void over();
}
