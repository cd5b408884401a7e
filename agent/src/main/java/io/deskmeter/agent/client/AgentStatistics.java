package io.deskmeter.agent.client;

import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.watch.probe.ProbeCounts;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.relay.RelayCounts;
import io.deskmeter.vision.LookCounts;
import java.util.Map;

/**
 * The counters and current values of an agent.
 *
 * @param link the counters of its link
 * @param timingsKept timings that were stored in the spool
 * @param timingsRefused timings that the spool has refused; they are reported as harness errors
 * @param relay messages to and from the desktop agents of its sessions
 * @param spoolBytes the sum of the spools' files
 * @param spoolBatches batches that the controller has not acknowledged
 * @param spoolOtherBatches batches that wait for other controllers
 * @param spoolDamaged damaged batches
 * @param sessions of the present run, by the phase in which they are; none if there is no run
 * @param looks image searches of all sessions
 * @param probes of quiet screens, of all sessions
 */
public record AgentStatistics(
        LinkCounts link,
        long timingsKept,
        long timingsRefused,
        RelayCounts relay,
        long spoolBytes,
        long spoolBatches,
        long spoolOtherBatches,
        long spoolDamaged,
        Map<SessionUpdate.Phase, Integer> sessions,
        LookCounts looks,
        ProbeCounts probes) {
    public AgentStatistics {
        sessions = Map.copyOf(sessions);
    }
}
