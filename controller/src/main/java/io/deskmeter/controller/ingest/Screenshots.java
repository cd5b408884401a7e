package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Requests screenshots of sessions from their agents. There is at most one open request per session; further callers
 * get the same picture. Thread-safe.
 */
@Component
public final class Screenshots {
    /** An agent that does not support the request, or is too busy, does not reply. */
    public static final long WITHIN_MILLIS = 3_000;

    private static final int MOST_WIDTH = 1280;

    private final AgentPort agents;
    private final AtomicLong calls = new AtomicLong();
    private final Map<Key, Asked> underWay = new ConcurrentHashMap<>();

    private record Key(String agent, String run, int session) {}

    private record Asked(long call, CompletableFuture<Screenshot> answer) {}

    Screenshots(AgentPort agents) {
        this.agents = agents;
    }

    /**
     * Requests a screenshot; fails with a {@link TimeoutException} if there is no reply in time, or if the agent is not
     * connected.
     */
    public CompletableFuture<Screenshot> ask(String agent, String run, int session) {
        Key key = new Key(agent, run, session);
        Asked mine = new Asked(calls.incrementAndGet(), new CompletableFuture<>());
        Asked before = underWay.putIfAbsent(key, mine);
        if (before != null) {
            return before.answer().copy();
        }
        var unused = mine.answer()
                .orTimeout(WITHIN_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> underWay.remove(key, mine));
        boolean unsent = !agents.send(
                agent,
                FromController.newBuilder()
                        .setScreenshotRequest(ScreenshotRequest.newBuilder()
                                .setRunId(run)
                                .setSession(session)
                                .setCall(mine.call())
                                .setMostWidth(MOST_WIDTH))
                        .build());
        if (unsent) {
            mine.answer().completeExceptionally(new TimeoutException("the agent is not connected"));
        }
        return mine.answer().copy();
    }

    /** An agent has answered; late answers are dropped. */
    void answered(String agent, Screenshot answer) {
        Asked asked = underWay.get(new Key(agent, answer.getRunId(), answer.getSession()));
        if (asked != null && asked.call() == answer.getCall()) {
            asked.answer().complete(answer);
        }
    }
}
