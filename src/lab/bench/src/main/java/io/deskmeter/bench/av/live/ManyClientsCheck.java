package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.pulse.SinkCounts;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Check 13, its second part: the sound server with many clients at once. */
public final class ManyClientsCheck implements AvCheck {
    private static final int CHECK = 13;
    private static final int CLIENTS = 200;
    private static final double MOST_PERCENT = 1;
    private static final double MOST_LATE_MILLIS = 5;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double P99 = 0.99;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "many clients";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Player.isInstalled()) {
            run.add(new CheckRow(CHECK, "many clients").failed("pulseaudio-utils is not installed"));
            return;
        }
        int clients = run.trials(CLIENTS, 10);
        measure(run, clients + " sound servers with a client each", clients, false);
        measure(run, "one sound server with " + clients + " clients", clients, true);
    }

    private void measure(AvRun run, String name, int clients, boolean together) throws Exception {
        run.say("check 13: " + name);
        int seconds = run.trials(15, 3);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        Blocks blocks = new Blocks();
        try (ManyPlayers players =
                run.guard(new ManyPlayers(run.folder().resolve(together ? "together" : "each"), sound, executor))) {
            for (int i = 0; i < (together ? 1 : clients); i++) {
                SoundListener one = new Contiguous(blocks);
                if (together) {
                    players.addTogether(clients, one);
                } else {
                    players.add(one);
                }
            }
            players.settle();
            blocks.begin();
            long underruns = players.sum(SinkCounts::underruns);
            long lost = players.sum(SinkCounts::lostBlocks) + players.sum(SinkCounts::lostBytes);
            double percent = players.corePercent(seconds) / clients;
            Figures figures = blocks.figures();
            underruns = players.sum(SinkCounts::underruns) - underruns;
            lost = players.sum(SinkCounts::lostBlocks) + players.sum(SinkCounts::lostBytes) - lost;
            run.add(new CheckRow(CHECK, name)
                    .with("sessions", clients)
                    .with("trials", figures.count)
                    .with("corePctPerSession", percent)
                    .with("underruns", underruns)
                    .with("lost", lost)
                    .with("missingMs", figures.missingMillis)
                    .with("p99LateMs", figures.lateMillis)
                    .passes(
                            figures.count > 0
                                    && percent <= MOST_PERCENT
                                    && underruns == 0
                                    && lost == 0
                                    && figures.missingMillis == 0
                                    && figures.lateMillis <= MOST_LATE_MILLIS,
                            "<= 1 % of a core, nothing missing, p99 <= 5 ms late"));
        } finally {
            executor.shutdown();
        }
    }

    /**
     * What came since the beginning.
     *
     * @param count of blocks
     * @param missingMillis that no block had
     * @param lateMillis in which 99 % of all blocks had come since their end was played
     */
    private record Figures(int count, double missingMillis, double lateMillis) {}

    /** Of all servers. Thread-safe. */
    private static final class Blocks {
        private final List<Double> late = new ArrayList<>();
        private long missing;
        private boolean begun;

        synchronized void begin() {
            begun = true;
        }

        synchronized void came(long missingFrames, double lateMillis) {
            if (begun) {
                missing += missingFrames;
                late.add(lateMillis);
            }
        }

        synchronized Figures figures() {
            double[] sorted =
                    late.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            begun = false;
            return new Figures(
                    sorted.length,
                    1_000.0 * missing / Pcm.RATE,
                    sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, P99));
        }
    }

    /** Compares each block of a server with the one before. */
    private static final class Contiguous implements SoundListener {
        private final Blocks blocks;
        private long end = -1;

        Contiguous(Blocks blocks) {
            this.blocks = blocks;
        }

        @Override
        public void onBlock(SoundBlock block) {
            long missing = end < 0 ? 0 : block.position() - end;
            end = block.end();
            blocks.came(missing, (System.nanoTime() - block.playedAt(block.frames())) / NANOS_PER_MILLI);
        }

        @Override
        public void onLost(SoundException cause) {
            throw new IllegalStateException("the sound server of the benchmark was lost", cause);
        }
    }
}
