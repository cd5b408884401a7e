package io.deskmeter.agent.sample;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.workload.operation.Operation;

/**
 * Takes samples of operations beside their responses. One of each kind for each session, called on its executor when
 * something happens. Each method must return at once: it may delay neither an input nor the decision about a frame that
 * is measured.
 */
public interface OperationSampler extends AutoCloseable {
    /** An operation is about to send its input. */
    default void armed(Operation operation) {}

    /**
     * An input has left.
     *
     * @param firedAt monotonic nanoseconds; {@link io.deskmeter.measure.timing.Timing#NEVER} for a step that sends
     *     nothing
     */
    default void fired(long firedAt) {}

    /** Something was sensed of the desktop, in whatever state the session is. */
    void observe(Observation observation);

    /**
     * An operation has ended, and its timing has been passed on. The picture is still that of the frame on which it
     * ended.
     */
    void answered(EndedOperation ended);

    /** The next input is about to leave: what the screen shows afterwards does not belong to the answer before. */
    default void inputLeaves() {}

    /** The application has ended: it shows nothing any more. Its sound may still be on its way. */
    default void applicationEnds() {}

    /** The session ends: nothing will come any more. */
    default void sessionEnds() {}

    /** The session is over, and so is what the sampler kept pictures with. */
    @Override
    default void close() {}
}
