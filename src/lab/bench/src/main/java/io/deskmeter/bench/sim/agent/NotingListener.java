package io.deskmeter.bench.sim.agent;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;

/** Notes what a session measures before it passes it on. */
final class NotingListener implements SessionListener {
    private final SessionListener listener;
    private final TimingLog tally;

    NotingListener(SessionListener listener, TimingLog tally) {
        this.listener = listener;
        this.tally = tally;
    }

    @Override
    public void changed(SessionUpdate sessionUpdate) {
        listener.changed(sessionUpdate);
    }

    @Override
    public void timed(Timing timing) {
        tally.note(timing);
        listener.timed(timing);
    }

    @Override
    public void sampled(Sample sample) {
        tally.note(sample);
        listener.sampled(sample);
    }
}
