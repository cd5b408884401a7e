package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.v1.AppExit;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Sends replies to the client agent of a session.
 *
 * @param run of the session
 * @param session index from 0
 * @param out sends messages
 */
record DesktopAgentReplies(String run, int session, Consumer<DesktopAgentMessage> out) {
    private static final int NOBODY_ASKED = 0;

    static DesktopAgentReplies to(DesktopAgentMessage question, Consumer<DesktopAgentMessage> out) {
        return new DesktopAgentReplies(question.getRunId(), question.getSession(), out);
    }

    boolean sameSession(DesktopAgentReplies other) {
        return run.equals(other.run) && session == other.session;
    }

    /** Reports a failure with its original message. */
    static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /**
     * The type of the exception decides whether it is a failure of the application, or an error of this agent itself.
     */
    void failed(long call, Throwable failure) {
        boolean application = failure instanceof StepException || failure.getCause() instanceof StepException;
        failed(call, reason(failure), application, Defects.isDefect(failure));
    }

    /**
     * Replies when a request has been executed. The other agent waits for each reply, so whatever the execution throws
     * is one.
     *
     * @param execution of the request
     */
    void toUnfinished(long call, CompletionStage<?> execution) {
        GuardedTasks.reportFailure("the reply to request " + call, execution.handle((result, failure) -> {
            if (failure == null) {
                done(call, "");
            } else {
                failed(call, failure);
            }
            return true;
        }));
    }

    void done(long call, String detail) {
        out.accept(message(call)
                .setDone(RequestDone.newBuilder().setDetail(detail))
                .build());
    }

    /** Reports an error of this agent itself. */
    void broken(long call, Throwable fault) {
        failed(call, "internal error of the desktop agent: " + fault, false, true);
    }

    /** Reports what is not executed, although the platform would take it: it has no part in this. */
    void refused(long call, String reason) {
        failed(call, reason, false, true);
    }

    /** Reports what cannot be executed. */
    void failed(long call, String reason) {
        failed(call, reason, false);
    }

    /** @param application whether it is a failure of the application */
    void failed(long call, String reason, boolean application) {
        failed(call, reason, application, false);
    }

    private void failed(long call, String reason, boolean application, boolean fault) {
        out.accept(message(call)
                .setFailed(RequestFailed.newBuilder()
                        .setReason(reason)
                        .setApplication(application)
                        .setFault(fault))
                .build());
    }

    /** Reports a click without effect. */
    void clickFailed(String reason) {
        failed(NOBODY_ASKED, reason, true);
    }

    void exited(int code, String tail) {
        out.accept(message(NOBODY_ASKED)
                .setAppExited(AppExit.newBuilder().setCode(code).setTail(tail))
                .build());
    }

    DesktopAgentMessage.Builder message(long call) {
        return DesktopAgentMessage.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setCall(call);
    }
}
