package io.deskmeter.bench.sim.agent;

import io.deskmeter.agent.client.run.PreparedRun;
import io.deskmeter.agent.client.run.RunRefusedException;
import io.deskmeter.agent.client.run.SessionFactory;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionControl;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.run.RunProfile;
import java.util.concurrent.atomic.AtomicInteger;

/** Sessions of another factory, which note what they measure. Thread-safe. */
final class NotingSessions implements SessionFactory {
    private final SessionFactory sessions;
    private final AtomicInteger atWork = new AtomicInteger();
    private volatile TimingLog tally;

    NotingSessions(SessionFactory sessions, TimingLog tally) {
        this.sessions = sessions;
        this.tally = tally;
    }

    /** Where later sessions note what they measure. */
    void note(TimingLog in) {
        tally = in;
    }

    /** That this program stood still for so long until now. */
    void noteStandstill(long nanos) {
        tally.noteStandstill(nanos);
    }

    @Override
    public void require(RunProfile profile) throws RunRefusedException {
        sessions.require(profile);
    }

    @Override
    public SessionControl create(
            PreparedRun run,
            SessionSettings settings,
            SessionSlot slot,
            SessionContext context,
            SessionListener listener)
            throws RunRefusedException {
        SessionControl session = sessions.create(run, settings, slot, context, new NotingListener(listener, tally));
        atWork.incrementAndGet();
        var unused = session.ended().whenComplete((phase, failure) -> atWork.decrementAndGet());
        return session;
    }

    /** Sessions that have not been cleaned up. */
    int atWork() {
        return atWork.get();
    }
}
