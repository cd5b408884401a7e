package io.deskmeter.controller.check;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.FromController;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Sends check requests to agents and collects their results. Thread-safe. */
@Component
public final class AgentCheckRequests {
    private final AgentPort agents;
    private final Map<Key, CompletableFuture<CheckResult>> open = new ConcurrentHashMap<>();

    private record Key(String agent, String check) {}

    AgentCheckRequests(AgentPort agents) {
        this.agents = agents;
    }

    /**
     * Sends a request. The future is not completed if the agent is lost, so the caller sets a time limit. The request
     * is removed when the future completes for any reason.
     */
    CompletableFuture<CheckResult> ask(String agent, Check.Builder question) {
        Key key = new Key(agent, UUID.randomUUID().toString());
        CompletableFuture<CheckResult> answer = new CompletableFuture<>();
        open.put(key, answer);
        var unused = answer.whenComplete((checked, failure) -> open.remove(key));
        boolean sent = agents.send(
                agent,
                FromController.newBuilder()
                        .setCheck(question.setCheckId(key.check()))
                        .build());
        if (!sent) {
            answer.completeExceptionally(new IllegalStateException("the agent is no longer connected"));
        }
        return answer;
    }

    /** An agent has answered; late answers are dropped. */
    public void answered(String agent, CheckResult answer) {
        CompletableFuture<CheckResult> waiting = open.get(new Key(agent, answer.getCheckId()));
        if (waiting != null) {
            waiting.complete(answer);
        }
    }
}
