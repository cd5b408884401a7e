package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.session.control.SessionState;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.screen.FrameUpdate;
import java.util.concurrent.CompletableFuture;

/**
 * A part of the current operation: its {@link Preparation} or its {@link MeasuredSteps}. Used on the session's executor
 * only.
 */
public interface OperationPart {
    void begin();

    /** A step has been performed; {@code firedAt} as defined in {@link io.deskmeter.agent.step.InputSender}. */
    void stepDone(long firedAt);

    void stepFailed(Throwable cause);

    /** Something was sensed of the desktop. */
    default void observe(Observation observation) {
        if (observation instanceof Observation.Picture picture) {
            frame(picture.update());
        }
    }

    /** The screen has changed. */
    void frame(FrameUpdate update);

    /** The requested instant has been reached. */
    void onTimer();

    /** The application has exited. */
    void appExited(int code);

    /**
     * A window has come that a handler dismisses, or none is open any more. While one is open, no step begins and
     * nothing ends.
     */
    default void windowsChanged() {}

    /** The result if the operation ended here and now. */
    OperationResult failed(Outcome outcome, String detail);

    /** The session from the point of view of a part. */
    interface Stage {
        void enter(SessionState state);

        /** Performs a step; calls {@link #stepDone} or {@link #stepFailed}, unless the part has ended by then. */
        void whenDone(OperationPart work, CompletableFuture<Long> step);

        /** The same for a step that sends input: no handler sends any before it is done. */
        void whenSent(OperationPart work, CompletableFuture<Long> step);

        /** Calls {@link #onTimer} at an instant; replaces the previous request. */
        void setTimer(long instant);

        /**
         * The unmeasured steps are done.
         *
         * @param intendedAt when the measured input should be sent
         */
        void prepared(long intendedAt);

        /** The operation is over. */
        void ended(OperationResult result);
    }
}
