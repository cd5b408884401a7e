package io.deskmeter.agent.session;

import io.deskmeter.measure.Outcome;
import io.deskmeter.screen.FrameUpdate;
import java.util.concurrent.CompletableFuture;

/** A part of the current operation: its {@link Preparation} or its {@link MeasuredSteps}. Used on the session's executor only. */
interface OperationPart {
    void begin();

    /** A step has been performed; {@code firedAt} as {@link io.deskmeter.agent.step.InputSender} says. */
    void stepDone(long firedAt);

    void stepFailed(Throwable cause);

    /** The screen has changed. */
    void frame(FrameUpdate update);

    /** The instant that was asked for has come. */
    void onTimer();

    /** The application has exited. */
    void appExited(int code);

    /** The result if the operation ended here and now. */
    OperationResult failed(Outcome outcome, String detail);

    /** The session, as a work sees it. */
    interface Stage {
        void enter(SessionState state);

        /** Come back with {@link #stepDone} or {@link #stepFailed}, unless the work is over by then. */
        void whenDone(OperationPart work, CompletableFuture<Long> step);

        /** Come back with {@link #onTimer}; replaces what was asked for before. */
        void setTimer(long instant);

        /**
         * The unmeasured steps are done.
         *
         * @param intendedAt when the measured input should leave
         */
        void prepared(long intendedAt);

        /** The operation is over. */
        void ended(OperationResult result);
    }
}
