package io.deskmeter.agent.role;

import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.v1.DeskAppExited;
import io.deskmeter.link.v1.DeskDone;
import io.deskmeter.link.v1.DeskFailed;
import io.deskmeter.link.v1.DeskMessage;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * What the client of a session hears.
 *
 * @param run of the session
 * @param session index from 0
 * @param out takes messages on their way
 */
record Answers(String run, int session, Consumer<DeskMessage> out) {
    private static final int NOBODY_ASKED = 0;

    static Answers to(DeskMessage question, Consumer<DeskMessage> out) {
        return new Answers(question.getRunId(), question.getSession(), out);
    }

    boolean sameSession(Answers other) {
        return run.equals(other.run) && session == other.session;
    }

    /** What went wrong, in the words of whoever noticed it first. */
    static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Whether it is the application's fault follows from its kind. */
    void failed(long call, Throwable failure) {
        boolean application = failure instanceof StepException || failure.getCause() instanceof StepException;
        failed(call, reason(failure), application);
    }

    void done(long call, String detail) {
        out.accept(
                message(call).setDone(DeskDone.newBuilder().setDetail(detail)).build());
    }

    /** A fault of ours. */
    void failed(long call, String reason) {
        failed(call, reason, false);
    }

    /** @param application whether it is the application's fault */
    void failed(long call, String reason, boolean application) {
        out.accept(message(call)
                .setFailed(DeskFailed.newBuilder().setReason(reason).setApplication(application))
                .build());
    }

    /** A click came to nothing. */
    void clickFailed(String reason) {
        failed(NOBODY_ASKED, reason, true);
    }

    void exited(int code, String tail) {
        out.accept(message(NOBODY_ASKED)
                .setAppExited(DeskAppExited.newBuilder().setCode(code).setTail(tail))
                .build());
    }

    DeskMessage.Builder message(long call) {
        return DeskMessage.newBuilder().setRunId(run).setSession(session).setCall(call);
    }
}
