package io.deskmeter.bench.av;

import io.deskmeter.agent.clip.ClipFollower;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.bench.process.CpuClock;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.ClipViewer;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Check 13: the share of a core that a session costs while it plays a clip. */
final class CostCheck implements AvCheck {
    private static final int CHECK = 13;
    private static final double MOST_PERCENT = 1;
    private static final double PERCENT = 100;
    private static final long SECOND = 1_000_000_000;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "processor time";
    }

    @Override
    public void run(AvRun run) throws Exception {
        run.say("check 13: virtual time");
        int seconds = run.trials(300, 20);
        // The first pass compiles.
        simulated(seconds);
        Costs costs = simulated(seconds);
        add(run, "analysis of the sound", seconds, costs.sound);
        add(run, "analysis of the video", seconds, costs.video);
        add(run, "analysis of both", seconds, costs.sound + costs.video);
        if (Player.isInstalled()) {
            live(run, run.trials(50, 4), run.trials(20, 5));
        } else {
            run.add(new CheckRow(CHECK, "live sessions").failed("pulseaudio-utils is not installed"));
        }
    }

    private static void add(AvRun run, String name, int seconds, long nanos) {
        double percent = PERCENT * nanos / (seconds * (double) SECOND);
        run.add(new CheckRow(CHECK, name)
                .with("trials", seconds)
                .with("corePctPerSession", percent)
                .passes(percent <= MOST_PERCENT, "<= 1 % of a core"));
    }

    private Costs simulated(int seconds) {
        Costs costs = new Costs(FollowedClip.of(seconds));
        new SimulatedClip(sound).play(seconds, costs);
        return costs;
    }

    /** What the calls of another viewer cost. */
    private static final class Costs implements ClipViewer {
        private final CpuClock cpu = new CpuClock();
        private final ClipViewer inner;
        private long sound;
        private long video;

        Costs(ClipViewer inner) {
            this.inner = inner;
        }

        private long of(Runnable work) {
            long before = cpu.getAsLong();
            work.run();
            return cpu.getAsLong() - before;
        }

        @Override
        public void begins(Frame first, long at) {
            inner.begins(first, at);
        }

        @Override
        public void sees(FrameUpdate update) {
            video += of(() -> inner.sees(update));
        }

        @Override
        public void hears(SoundBlock block) {
            sound += of(() -> inner.hears(block));
        }

        @Override
        public void losesSound(long at, SoundException cause) {
            inner.losesSound(at, cause);
        }

        @Override
        public void ends(long at) {
            inner.ends(at);
        }

        @Override
        public void advances(long now) {
            sound += of(() -> inner.advances(now));
        }
    }

    /** Real players, a sound server for each, and the analysis of what they play: the processor time of this process. */
    private void live(AvRun run, int sessions, int seconds) throws Exception {
        run.say("check 13: " + sessions + " players for " + seconds + " s");
        Path pcm = Files.write(run.folder().resolve("cost.raw"), Pcm.of(sound, 0, (seconds + 40) * Pcm.RATE));
        Deque<AutoCloseable> open = new ArrayDeque<>();
        AtomicInteger analysed = new AtomicInteger();
        try (SoundServer server = new SoundServer(run.folder().resolve("cost"))) {
            try {
                for (int i = 0; i < sessions; i++) {
                    SoundServer.Playing playing = server.open(new Session(analysed), ForkJoinPool.commonPool());
                    open.push(playing);
                    Process player = playing.player().play(pcm, 300);
                    open.push(() -> Player.end(player));
                }
                LockSupport.parkNanos(5 * SECOND);
                int before = analysed.get();
                long cpu = processCpu();
                long since = System.nanoTime();
                LockSupport.parkNanos(seconds * SECOND);
                double passed = System.nanoTime() - since;
                double percent = PERCENT * (processCpu() - cpu) / passed / sessions;
                int heard = analysed.get() - before;
                run.add(new CheckRow(CHECK, "sound server and analysis, live")
                        .with("sessions", sessions)
                        .with("trials", heard)
                        .with("corePctPerSession", percent)
                        .passes(
                                percent <= MOST_PERCENT && heard > 0.9 * sessions * seconds,
                                "<= 1 % of a core, and all seconds analysed"));
            } finally {
                while (!open.isEmpty()) {
                    open.pop().close();
                }
            }
        }
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Follows the sound of a player that has no picture. */
    private static final class Session implements SoundListener {
        private final AtomicInteger analysed;
        private final ClipFollower follower = new ClipFollower(
                SimulatedClip.CLIP, Optional.empty(), "no frames were looked at", null, "", ForkJoinPool.commonPool());
        private long begunAt;

        Session(AtomicInteger analysed) {
            this.analysed = analysed;
        }

        @Override
        public void onBlock(SoundBlock block) {
            if (begunAt == 0) {
                begunAt = block.playedAt();
                follower.fired(begunAt);
            }
            follower.observe(new Observation.Sound(block));
            follower.advance(System.nanoTime());
            if (block.playedAt() >= begunAt + SECOND) {
                begunAt += SECOND;
                analysed.incrementAndGet();
            }
        }

        @Override
        public void onLost(SoundException cause) {
            throw new IllegalStateException("the sound server of the benchmark was lost", cause);
        }
    }
}
