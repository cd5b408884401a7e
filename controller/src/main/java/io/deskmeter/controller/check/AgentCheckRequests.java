package io.deskmeter.controller.check;

import io.deskmeter.controller.run.AgentPort;
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

    /** Asks; the answer does not come by itself where the agent is lost. Forgotten as soon as it is completed, by whomever. */
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

    /** An agent has answered; one that comes too late is dropped. */
    public void answered(String agent, CheckResult answer) {
        CompletableFuture<CheckResult> waiting = open.get(new Key(agent, answer.getCheckId()));
        if (waiting != null) {
            waiting.complete(answer);
        }
    }
}
