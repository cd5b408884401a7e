package io.deskmeter.agent.remote;

import io.deskmeter.agent.step.StepException;
import io.deskmeter.link.relay.MessageExchange;
import io.deskmeter.link.relay.RelayCounts;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.RequestFailed;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client agent's channel to the desktop agent of one session. Requests complete in any order. Requests and answers
 * outlast broken connections: they arrive once, when there is a connection again. After the desktop agent is lost,
 * every request fails. Thread-safe.
 */
public final class DesktopAgentChannel implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgentChannel.class);

    private final String run;
    private final int session;
    private final Predicate<FromAgent> link;
    private final BooleanSupplier away;
    private final Runnable onClose;
    private final AtomicLong calls = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> asked = new ConcurrentHashMap<>();
    private final Set<Long> timed = ConcurrentHashMap.newKeySet();
    private final MessageExchange exchange;
    private volatile @Nullable DesktopAgentRequest wanted;
    private volatile boolean found;
    private volatile Consumer<DesktopAgentMessage> listener = message -> {};
    private volatile String gone = "";

    /** @param away whether there is no connection to the controller */
    DesktopAgentChannel(String run, int session, Predicate<FromAgent> link, BooleanSupplier away, Runnable onClose) {
        this.run = run;
        this.session = session;
        this.link = link;
        this.away = away;
        this.onClose = onClose;
        this.exchange = MessageExchange.ofClient(
                run,
                session,
                message -> link.test(
                        FromAgent.newBuilder().setDesktopAgentMessage(message).build()));
    }

    /**
     * Sets the listener for unsolicited messages: exits of applications, changes of a delegated session, the end of the
     * desktop agent.
     */
    public void listen(Consumer<DesktopAgentMessage> to) {
        listener = to;
    }

    /**
     * Requests the desktop agent of this session from the controller, now or as soon as there is a connection.
     *
     * @param place the known part of its location; run and session are set here
     */
    public void want(DesktopAgentRequest place) {
        DesktopAgentRequest request =
                place.toBuilder().setRunId(run).setSession(session).build();
        wanted = request;
        boolean unusedAway =
                link.test(FromAgent.newBuilder().setDesktopAgentRequest(request).build());
    }

    /** There is a new connection to the controller: what was sent on the old one may be lost. */
    void connected() {
        DesktopAgentRequest request = wanted;
        if (request != null && !found && gone.isEmpty()) {
            boolean unusedAway = link.test(
                    FromAgent.newBuilder().setDesktopAgentRequest(request).build());
        }
        exchange.connected();
    }

    /**
     * There is no connection to the controller: how long the timed requests that are on their way take will not be
     * known.
     */
    void disconnected() {
        timed.forEach(call -> fail(call, unknownDuration()));
    }

    private static DesktopAgentException unknownDuration() {
        return new DesktopAgentException("desktop agent: no connection to the controller for a timed request (expected:"
                + " one until it is answered)");
    }

    /** To be called about once a second. */
    void tick() {
        exchange.tick();
    }

    RelayCounts counts() {
        return exchange.counts();
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
     * @return the answer's detail; fails with a {@link StepException} for a failure of the application, with a
     *     {@link DesktopAgentFaultException} for an error of the desktop agent itself, else with a
     *     {@link DesktopAgentException}
     */
    public CompletableFuture<String> call(Consumer<DesktopAgentMessage.Builder> ask) {
        return call(calls.incrementAndGet(), ask);
    }

    /**
     * As {@link #call}, for a request whose duration is measured: it fails if there is no connection until it is
     * answered.
     */
    public CompletableFuture<String> timedCall(Consumer<DesktopAgentMessage.Builder> ask) {
        if (away.getAsBoolean()) {
            return CompletableFuture.failedFuture(unknownDuration());
        }
        long call = calls.incrementAndGet();
        timed.add(call);
        return call(call, ask).whenComplete((detail, failure) -> timed.remove(call));
    }

    private CompletableFuture<String> call(long call, Consumer<DesktopAgentMessage.Builder> ask) {
        DesktopAgentMessage.Builder message = DesktopAgentMessage.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setCall(call);
        ask.accept(message);
        CompletableFuture<String> answer = new CompletableFuture<>();
        asked.put(call, answer);
        if (!gone.isEmpty()) {
            fail(call, new DesktopAgentException(gone));
        } else if (!exchange.send(message.build())) {
            fail(
                    call,
                    new DesktopAgentException("desktop agent: " + MessageExchange.MOST_UNCONFIRMED
                            + " messages wait for it (expected: fewer; " + message.getWhatCase() + " is not sent)"));
        }
        return answer;
    }

    void received(DesktopAgentMessage message) {
        if (!exchange.receive(message)) {
            return;
        }
        found = true;
        CompletableFuture<String> answer = asked.remove(message.getCall());
        if (message.hasFailed() && message.getFailed().getGone()) {
            gone = "desktop agent: " + message.getFailed().getReason();
            exchange.close();
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
        String words = "desktop agent: " + failed.getReason();
        if (failed.getFault()) {
            return new DesktopAgentFaultException(words);
        }
        return failed.getApplication() ? new StepException(failed.getReason()) : new DesktopAgentException(words);
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
        exchange.close();
        asked.keySet().forEach(call -> fail(call, new DesktopAgentException("desktop agent: the session is over")));
    }
}
