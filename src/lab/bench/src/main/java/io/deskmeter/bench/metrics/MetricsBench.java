package io.deskmeter.bench.metrics;

import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Works a workload on a desktop of this machine, over one delivery after the other. */
final class MetricsBench implements AutoCloseable {
    private final Workload workload;
    private final Landmarks landmarks;
    private final int iterations;
    private final MatcherBuffers matcherBuffers = new MatcherBuffers();
    private final SessionRunner runner = new SessionRunner("bench-metrics");

    MetricsBench(Workload workload, Landmarks landmarks, int iterations) {
        this.workload = workload;
        this.landmarks = landmarks;
        this.iterations = iterations;
    }

    /** What a session reports, the first iteration left out. */
    private static final class Notes implements SessionListener {
        private final Costs costs;
        private final List<Timing> timings = Collections.synchronizedList(new ArrayList<>());
        private final List<Sample> samples = Collections.synchronizedList(new ArrayList<>());
        private volatile String detail = "";

        private Notes(Costs costs) {
            this.costs = costs;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            detail = sessionUpdate.detail();
            if (sessionUpdate.phase() == Phase.WORKING && sessionUpdate.iteration() == SessionRunner.WARM_UP) {
                costs.reset();
            }
        }

        @Override
        public void timed(Timing timing) {
            if (timing.iteration() >= SessionRunner.WARM_UP) {
                timings.add(timing);
            }
        }

        @Override
        public void sampled(Sample sample) {
            if (sample.iteration() >= SessionRunner.WARM_UP) {
                samples.add(sample);
            }
        }
    }

    /**
     * One row.
     *
     * @param folder empty; of the desktop while it runs
     */
    Measured measure(Delivery delivery, Path folder) throws Exception {
        Costs costs = new Costs();
        Notes notes = new Notes(costs);
        try (LocalDesktops desktops = delivery.desktops(folder);
                ScreenConnector connector = delivery.connector(System::nanoTime, runner.blocking())) {
            Phase end = runner.run(
                    workload,
                    iterations,
                    new LocalSessionDesktops(desktops, connector, "linux", runner.blocking(), System::nanoTime),
                    () -> new CostScreenMatcher(new TemplateScreenMatcher(landmarks, matcherBuffers), costs),
                    notes);
            if (end != Phase.FINISHED) {
                throw new IOException(delivery.words() + ": the session " + end + ": " + notes.detail
                        + " (expected: FINISHED; hint: `deskmeter agent try " + workload.id() + "`)");
            }
        }
        return Measured.of(delivery, workload, List.copyOf(notes.timings), List.copyOf(notes.samples), costs);
    }

    @Override
    public void close() {
        runner.close();
    }
}
