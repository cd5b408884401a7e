package io.deskmeter.controller.run;

import io.deskmeter.link.v1.FromController;
import java.util.Map;
import java.util.Optional;

/** The fleet as a run sees it. Called on the run's mailbox; never blocks. */
public interface AgentPort {

    /**
     * Reserves a free agent that has workloads of these checksums.
     *
     * @return the agent, or empty where none is free now; then {@link RunMachine#agentMayBeFree()} is called when that may have changed
     */
    Optional<Reserved> reserve(String runId, Map<String, String> checksums);

    /** Why {@link #reserve} finds nobody, for people: {@code no agent is connected}. */
    String whyNobody(Map<String, String> checksums);

    /** Gives the agents of the run back. */
    void release(String runId);

    /** Sends to the agent's present connection; false where there is none. */
    boolean send(String agentId, FromController message);

    /**
     * An agent that works for the run.
     *
     * @param id kept by the agent over its restarts
     * @param instance of its process
     * @param host for people
     * @param version of its program
     * @param facts for people: system, processors, memory
     */
    record Reserved(String id, String instance, String host, String version, Map<String, String> facts) {
        public Reserved {
            facts = Map.copyOf(facts);
        }
    }
}
