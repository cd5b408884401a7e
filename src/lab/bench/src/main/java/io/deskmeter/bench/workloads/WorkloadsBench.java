package io.deskmeter.bench.workloads;

import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Works one workload after the other in a session of its own on this machine, displayed with the built-in RFB client.
 */
final class WorkloadsBench implements AutoCloseable {
    /** Between two looks at the processes: what one uses after the last look before its end is lost. */
    private static final long LOOK_MILLIS = 100;

    private final int iterations;
    private final SessionRunner runner = new SessionRunner("bench-workloads");
    private final MatcherBuffers matcherBuffers = new MatcherBuffers();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();

    WorkloadsBench(int iterations) {
        this.iterations = iterations;
    }

    /**
     * One row.
     *
     * @param folder empty, with a short name; of the desktop while it runs
     * @throws IOException if the session does not come to its end
     */
    IterationCost measure(Workload workload, Path folder) throws Exception {
        Landmarks landmarks = Landmarks.load(List.of(workload));
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder);
                ScreenConnector connector = ScreenConnector.openRfb(System::nanoTime, RfbSettings.defaults())) {
            CountedDesktops counted = new CountedDesktops(desktops);
            CostMeter meter = new CostMeter(new SessionUsage(Path.of("/proc"), counted::pids), counted::bytesSent);
            Future<?> looking =
                    looks.scheduleWithFixedDelay(meter::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            Phase end;
            try {
                end = runner.run(
                        workload,
                        iterations,
                        new LocalSessionDesktops(counted, connector, "linux", runner.blocking(), System::nanoTime),
                        () -> new TemplateScreenMatcher(landmarks, matcherBuffers),
                        meter);
            } finally {
                looking.cancel(false);
            }
            if (end != Phase.FINISHED) {
                throw new IOException(workload.id() + ": the session " + end + ": " + meter.detail()
                        + " (expected: FINISHED; hint: `deskmeter agent try " + workload.id() + "`)");
            }
            return meter.cost(workload.id(), iterations);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
        runner.close();
    }
}
