package io.deskmeter.agent.run;

import io.deskmeter.agent.session.SessionNews;
import io.deskmeter.link.LinkCounts;
import io.deskmeter.vision.LookCounts;
import java.util.Map;

/**
 * What an agent has done so far and has now.
 *
 * @param link what happened to its link
 * @param timingsKept timings that were put into the spool
 * @param timingsRefused timings that the spool has refused: they are told as faults of the harness
 * @param spoolBytes the sum of the spool's files
 * @param spoolBatches batches that the controller has not acknowledged
 * @param spoolDamaged batches that the disk has changed
 * @param sessions of the present run, by the phase in which they are; none where there is no run
 * @param looks what all eyes have done
 */
public record AgentFigures(
        LinkCounts link,
        long timingsKept,
        long timingsRefused,
        long spoolBytes,
        long spoolBatches,
        long spoolDamaged,
        Map<SessionNews.Phase, Integer> sessions,
        LookCounts looks) {
    public AgentFigures {
        sessions = Map.copyOf(sessions);
    }
}
