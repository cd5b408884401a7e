package io.deskmeter.bench.ue.live;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops the probe program for a moment with signals, as a busy machine would. */
final class StoppedProbe implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(StoppedProbe.class);
    private static final String PROGRAM = "ue-drag.gen.jar";
    private static final long STOPPED_MILLIS = 200;

    private final ScheduledExecutorService timers;

    StoppedProbe(ScheduledExecutorService timers) {
        this.timers = timers;
    }

    /** Of this process' own children only. */
    private static List<String> probes() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(PROGRAM))
                .map(process -> Long.toString(process.pid()))
                .toList();
    }

    @Override
    public void run() {
        timers.execute(() -> {
            List<String> probes = probes();
            send("-STOP", probes);
            var unused = timers.schedule(() -> send("-CONT", probes), STOPPED_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    private static void send(String signal, List<String> probes) {
        for (String pid : probes) {
            try {
                new ProcessBuilder("kill", signal, pid).start().waitFor();
            } catch (IOException e) {
                // Then the probe is not stopped, which its own record shows.
                LOG.warn("kill {} {}: {}", signal, pid, e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
