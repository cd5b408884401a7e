package io.deskmeter.agent.remote;

import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.RequestFailed;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client agent's channel to the desktop agent of one session. Requests complete in any order. After the desktop agent has disconnected, every request fails. Thread-safe.
 */
public final class DesktopAgentChannel implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgentChannel.class);

    private final String run;
    private final int session;
    private final Predicate<FromAgent> link;
    private final Runnable onClose;
    private final AtomicLong calls = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> asked = new ConcurrentHashMap<>();
    private volatile Consumer<DesktopAgentMessage> listener = message -> {};
    private volatile String gone = "";

    DesktopAgentChannel(String run, int session, Predicate<FromAgent> link, Runnable onClose) {
        this.run = run;
        this.session = session;
        this.link = link;
        this.onClose = onClose;
    }

    /** Sets the listener for unsolicited messages: exits of applications, changes of a delegated session, the end of the desktop agent. */
    public void listen(Consumer<DesktopAgentMessage> to) {
        listener = to;
    }

    /**
     * Requests the desktop agent of this session from the controller.
     *
     * @param place the known part of its location; run and session are set here
     */
    public void want(DesktopAgentRequest place) {
        DesktopAgentRequest wanted =
                place.toBuilder().setRunId(run).setSession(session).build();
        if (!link.test(FromAgent.newBuilder().setDesktopAgentRequest(wanted).build())) {
            gone = "desktop agent: no connection to the controller (expected: one, to find it)";
        }
    }

    /** Reports that the display shows this pairing code; the message may get lost. */
    public void seen(String code) {
        PairingCodeSeen seen = PairingCodeSeen.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setCode(code)
                .build();
        if (!link.test(FromAgent.newBuilder().setPairingCodeSeen(seen).build())) {
            LOG.debug("no connection to the controller for a pairing code");
        }
    }

    /**
     * Sends a request.
     *
     * @param ask sets the request
     * @return the answer's detail; fails with a {@link StepException} for a failure of the application, else with a {@link DesktopAgentException}
     */
    public CompletableFuture<String> call(Consumer<DesktopAgentMessage.Builder> ask) {
        long call = calls.incrementAndGet();
        DesktopAgentMessage.Builder message = DesktopAgentMessage.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setCall(call);
        ask.accept(message);
        CompletableFuture<String> answer = new CompletableFuture<>();
        asked.put(call, answer);
        if (!gone.isEmpty()) {
            fail(call, new DesktopAgentException(gone));
        } else if (!link.test(
                FromAgent.newBuilder().setDesktopAgentMessage(message).build())) {
            fail(
                    call,
                    new DesktopAgentException("desktop agent: no connection to the controller (expected: one, to send "
                            + message.getWhatCase() + ")"));
        }
        return answer;
    }

    void received(DesktopAgentMessage message) {
        CompletableFuture<String> answer = asked.remove(message.getCall());
        if (message.hasFailed() && message.getFailed().getGone()) {
            gone = "desktop agent: " + message.getFailed().getReason();
            if (answer != null) {
                answer.completeExceptionally(new DesktopAgentException(gone));
            }
            asked.keySet().forEach(call -> fail(call, new DesktopAgentException(gone)));
            listener.accept(message);
        } else if (answer == null) {
            listener.accept(message);
        } else if (message.hasFailed()) {
            answer.completeExceptionally(exception(message.getFailed()));
        } else {
            answer.complete(message.getDone().getDetail());
        }
    }

    private static Exception exception(RequestFailed failed) {
        return failed.getApplication()
                ? new StepException(failed.getReason())
                : new DesktopAgentException("desktop agent: " + failed.getReason());
    }

    private void fail(long call, Exception why) {
        CompletableFuture<String> waiting = asked.remove(call);
        if (waiting != null) {
            waiting.completeExceptionally(why);
        }
    }

    /** Ends the channel. */
    @Override
    public void close() {
        onClose.run();
        asked.keySet().forEach(call -> fail(call, new DesktopAgentException("desktop agent: the session is over")));
    }
}
