package io.deskmeter.agent.session;

import io.deskmeter.measure.Outcome;
import io.deskmeter.screen.FrameUpdate;
import java.util.concurrent.CompletableFuture;

/** A part of an operation that is being worked: its {@link Preparation} or its {@link Action}. Lives on the session's executor. */
interface Work {
    void begin();

    /** A step has been performed; {@code firedAt} as {@link io.deskmeter.agent.step.Hands} says. */
    void stepDone(long firedAt);

    void stepFailed(Throwable cause);

    /** The screen has changed. */
    void frame(FrameUpdate update);

    /** The instant that was asked for has come. */
    void ring();

    /** The application has exited. */
    void appExited(int code);

    /** The result if the operation ended here and now. */
    Result failed(Outcome outcome, String detail);

    /** The session, as a work sees it. */
    interface Stage {
        void enter(SessionState state);

        /** Come back with {@link #stepDone} or {@link #stepFailed}, unless the work is over by then. */
        void whenDone(Work work, CompletableFuture<Long> step);

        /** Come back with {@link #ring}; replaces what was asked for before. */
        void ringAt(long instant);

        /**
         * The unmeasured steps are done.
         *
         * @param intendedAt when the measured input should leave
         */
        void prepared(long intendedAt);

        /** The operation is over. */
        void ended(Result result);
    }
}
