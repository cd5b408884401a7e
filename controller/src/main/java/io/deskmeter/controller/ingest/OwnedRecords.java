package io.deskmeter.controller.ingest;

import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.controller.store.lease.StoreIdentity;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Leaves out what an agent has sent of sessions that are not its own, however late: it is refused and yet acknowledged,
 * because what comes after it would not be sent otherwise. Thread-safe.
 */
@Component
final class OwnedRecords {
    private final PeerRights rights;
    private final RefusedMessages refused;
    private final StoreIdentity identity;
    private final RunStore runs;

    private record Session(String run, int session) {}

    OwnedRecords(PeerRights rights, RefusedMessages refused, StoreIdentity identity, RunStore runs) {
        this.rights = rights;
        this.refused = refused;
        this.identity = identity;
        this.runs = runs;
    }

    /**
     * The batch without the records of foreign sessions.
     *
     * @param known whether there is such a run. What is sent of another one stays: nobody owns it, as after the run was
     *     deleted
     */
    TimingBatch reduced(AgentLink link, TimingBatch batch, Predicate<String> known) {
        PeerIdentity peer = link.peer();
        Map<Session, Boolean> foreign = new HashMap<>();
        List<TimingRecord> timings = new ArrayList<>(batch.getTimingsCount());
        for (TimingRecord timing : batch.getTimingsList()) {
            if (!isForeign(link, new Session(timing.getRunId(), timing.getSession()), known, foreign)) {
                timings.add(timing);
            }
        }
        List<SampleRecord> samples = new ArrayList<>(batch.getSamplesCount());
        for (SampleRecord sample : batch.getSamplesList()) {
            if (!isForeign(link, new Session(sample.getRunId(), sample.getSession()), known, foreign)) {
                samples.add(sample);
            }
        }
        foreign.forEach((session, isForeign) -> {
            if (isForeign) {
                refused.add(
                        peer,
                        MessageCase.TIMINGS,
                        Reason.FOREIGN,
                        "batch " + batch.getBatch() + ": " + PeerRights.notMeasured(session.run, session.session));
            }
        });
        return timings.size() == batch.getTimingsCount() && samples.size() == batch.getSamplesCount()
                ? batch
                : batch.toBuilder()
                        .clearTimings()
                        .addAllTimings(timings)
                        .clearSamples()
                        .addAllSamples(samples)
                        .build();
    }

    private boolean isForeign(AgentLink link, Session session, Predicate<String> known, Map<Session, Boolean> foreign) {
        Boolean before = foreign.get(session);
        if (before != null) {
            return before;
        }
        // Once the link ends, nothing of the batch is stored or acknowledged.
        boolean ends = link.closing();
        boolean isOwn = !ends && rights.measures(link.peer(), session.run, session.session);
        boolean isForeign = ends
                || (!isOwn && known.test(session.run) && (link.peer().isDesktop() || !isLostWithTheBackup(session)));
        foreign.put(session, isForeign);
        // Every user of a desktop can make up runs that nobody knows.
        if (isForeign || (!isOwn && link.peer().isDesktop())) {
            link.refused();
        }
        return isForeign;
    }

    /** After a store was restored nobody knows whose it was; it is kept apart, and not stored. */
    private boolean isLostWithTheBackup(Session session) {
        return identity.isRestored() && !runs.hasSession(session.run, session.session);
    }

    /** Whether the damage of a batch is told to its run: only to one that the agent works for. */
    boolean isRunOf(PeerIdentity peer, String runId) {
        boolean own = rights.ownsRun(peer, runId);
        if (!own) {
            refused.add(
                    peer,
                    MessageCase.TIMINGS,
                    Reason.FOREIGN,
                    "damaged_run: " + PeerRights.shortened(runId) + " (expected: a run that this agent works for)");
        }
        return own;
    }
}
