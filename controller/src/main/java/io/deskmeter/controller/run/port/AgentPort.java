package io.deskmeter.controller.run.port;

import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.link.v1.FromController;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The fleet from the point of view of a run. Called on the run's mailbox; never blocks. */
public interface AgentPort {

    /**
     * Reserves all suitable free client agents, if together they have room for the sessions.
     *
     * @return the agents, or none if there are not enough now; then
     *     {@link io.deskmeter.controller.run.machine.RunStateMachine#agentMayBeFree()} is called when that may have
     *     changed
     */
    List<Reserved> reserve(String runId, Wanted wanted);

    /** Why {@link #reserve} finds no agent, for display: {@code no agent is connected}. */
    String whyNoAgents(Wanted wanted);

    /** Releases the agents of the run. */
    void release(String runId);

    /** Sends to the agent's present connection; false if there is none. */
    boolean send(String agentId, FromController message);

    /**
     * The agents that a run needs.
     *
     * @param checksums of the workloads that an agent must have, by id
     * @param labels that an agent must have
     * @param sessions largest number that the run uses at a time
     */
    record Wanted(Map<String, String> checksums, List<String> labels, int sessions) {
        public Wanted {
            checksums = Collections.unmodifiableMap(new TreeMap<>(checksums));
            labels = List.copyOf(labels);
        }

        /** Those that a plan needs. */
        public static Wanted of(RunPlan plan) {
            return new Wanted(
                    plan.checksums(),
                    plan.profile().agents(),
                    plan.profile().load().most());
        }
    }

    /**
     * An agent that works for the run.
     *
     * @param id unchanged over restarts of the agent
     * @param instance of its process
     * @param host for people
     * @param version of its program
     * @param limit most sessions that it takes at a time; 0 for none
     * @param facts for people: system, processors, memory
     */
    record Reserved(String id, String instance, String host, String version, int limit, Map<String, String> facts) {
        public Reserved {
            facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        }
    }
}
