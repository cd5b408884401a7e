package io.deskmeter.agent.desk;

import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.v1.DeskFailed;
import io.deskmeter.link.v1.DeskMessage;
import io.deskmeter.link.v1.DeskWanted;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.PairingCodeSeen;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The desktop agent in one session, as the client agent speaks to it. Calls are answered in any order; after the desktop agent is gone,
 * every call fails. Safe for any thread.
 */
public final class Desk implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);

    private final String run;
    private final int session;
    private final Predicate<FromAgent> link;
    private final Runnable onClose;
    private final AtomicLong calls = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> asked = new ConcurrentHashMap<>();
    private volatile Consumer<DeskMessage> listener = message -> {};
    private volatile String gone = "";

    Desk(String run, int session, Predicate<FromAgent> link, Runnable onClose) {
        this.run = run;
        this.session = session;
        this.link = link;
        this.onClose = onClose;
    }

    /** Who hears what was not asked for: exits of applications, changes of a session that works by itself, the agent's own end. */
    public void listen(Consumer<DeskMessage> to) {
        listener = to;
    }

    /**
     * Asks the controller for the desktop agent in this session.
     *
     * @param place all that is known of where it sits; run and session are set here
     */
    public void want(DeskWanted place) {
        DeskWanted wanted = place.toBuilder().setRunId(run).setSession(session).build();
        if (!link.test(FromAgent.newBuilder().setDeskWanted(wanted).build())) {
            gone = "desktop agent: no connection to the controller (expected: one, to find it)";
        }
    }

    /** Says that the display shows this pairing code; may get lost. */
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
     * Asks for something.
     *
     * @param ask sets what
     * @return the answer's detail; fails with a {@link StepException} where the application is at fault, with a {@link DeskException} else
     */
    public CompletableFuture<String> call(Consumer<DeskMessage.Builder> ask) {
        long call = calls.incrementAndGet();
        DeskMessage.Builder message =
                DeskMessage.newBuilder().setRunId(run).setSession(session).setCall(call);
        ask.accept(message);
        CompletableFuture<String> answer = new CompletableFuture<>();
        asked.put(call, answer);
        if (!gone.isEmpty()) {
            fail(call, new DeskException(gone));
        } else if (!link.test(FromAgent.newBuilder().setDesk(message).build())) {
            fail(
                    call,
                    new DeskException("desktop agent: no connection to the controller (expected: one, to pass on "
                            + message.getWhatCase() + ")"));
        }
        return answer;
    }

    void received(DeskMessage message) {
        CompletableFuture<String> answer = asked.remove(message.getCall());
        if (message.hasFailed() && message.getFailed().getGone()) {
            gone = "desktop agent: " + message.getFailed().getReason();
            if (answer != null) {
                answer.completeExceptionally(new DeskException(gone));
            }
            asked.keySet().forEach(call -> fail(call, new DeskException(gone)));
            listener.accept(message);
        } else if (answer == null) {
            listener.accept(message);
        } else if (message.hasFailed()) {
            answer.completeExceptionally(exception(message.getFailed()));
        } else {
            answer.complete(message.getDone().getDetail());
        }
    }

    private static Exception exception(DeskFailed failed) {
        return failed.getApplication()
                ? new StepException(failed.getReason())
                : new DeskException("desktop agent: " + failed.getReason());
    }

    private void fail(long call, Exception why) {
        CompletableFuture<String> waiting = asked.remove(call);
        if (waiting != null) {
            waiting.completeExceptionally(why);
        }
    }

    /** Nothing more is asked or heard. */
    @Override
    public void close() {
        onClose.run();
        asked.keySet().forEach(call -> fail(call, new DeskException("desktop agent: the session is over")));
    }
}
