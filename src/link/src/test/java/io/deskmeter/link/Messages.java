package io.deskmeter.link;

import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.link.v1.StartSession;

/** Small messages that many tests need. */
public final class Messages {
    private Messages() {}

    public static Hello hello(String agentId) {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(agentId)
                .setInstance("i1")
                .setHost("somewhere")
                .build();
    }

    public static FromAgent fromAgent(Hello hello) {
        return FromAgent.newBuilder().setHello(hello).build();
    }

    public static FromController start(int session) {
        return FromController.newBuilder()
                .setStartSession(StartSession.newBuilder().setRunId("r1").setSession(session))
                .build();
    }

    public static FromAgent ended(String reason) {
        return FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId("r1").setReason(reason))
                .build();
    }
}
