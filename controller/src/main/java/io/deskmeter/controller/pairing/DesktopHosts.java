package io.deskmeter.controller.pairing;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.link.v1.Hello;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the machines on which a run's sessions ran; one desktop agent reports each machine. Thread-safe. */
public final class DesktopHosts implements DesktopAgentBroker.Arrivals {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopHosts.class);

    private final RunJournal journal;
    private final Set<String> known = new HashSet<>();

    public DesktopHosts(RunJournal journal) {
        this.journal = journal;
    }

    @Override
    public void joined(String runId, int session, Hello desktop) {
        synchronized (this) {
            if (!known.add(runId + " " + desktop.getHost())) {
                return;
            }
        }
        Map<String, String> facts = new TreeMap<>(desktop.getFactsMap());
        facts.put("role", "desktop");
        try {
            journal.agent(
                    runId,
                    new AgentPort.Reserved(
                            desktop.getAgentId(),
                            desktop.getInstance(),
                            desktop.getHost(),
                            desktop.getVersion(),
                            0,
                            facts));
        } catch (JournalException e) {
            // Affects only the report's table of agents; other writers report failures for the measured data.
            LOG.warn("run {}: {}", runId, e.getMessage());
        }
    }

    /** The run is over. */
    public synchronized void ended(String runId) {
        known.removeIf(entry -> entry.startsWith(runId + " "));
    }
}
