package io.deskmeter.bench.av.live;

import io.deskmeter.agent.clip.ClipFollower;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.simulated.FollowedClip;
import io.deskmeter.bench.process.CpuClock;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.ClipViewer;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Check 13, its first part: the share of a core that a session costs while it plays a clip. */
public final class CostCheck implements AvCheck {
    private static final int CHECK = 13;
    private static final double MOST_PERCENT = 1;
    private static final double PERCENT = 100;
    private static final long SECOND = 1_000_000_000;
    private static final int SESSIONS = 50;
    /** Of all that was played, so much must have been looked at. */
    private static final double LEAST_HEARD = 0.9;

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
        double video = percent(costs.video, seconds);
        add(run, "analysis of the sound", seconds, percent(costs.sound, seconds));
        add(run, "analysis of the video", seconds, video);
        add(run, "analysis of both", seconds, percent(costs.sound, seconds) + video);
        if (Player.isInstalled()) {
            live(run, video);
        } else {
            run.add(new CheckRow(CHECK, "live sessions").failed("pulseaudio-utils is not installed"));
        }
    }

    private static double percent(long nanos, int seconds) {
        return PERCENT * nanos / (seconds * (double) SECOND);
    }

    private static void add(AvRun run, String name, int seconds, double percent) {
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

    /**
     * Real players, a sound server for each, and the analysis of what they play; the frames cost what they cost in
     * virtual time.
     */
    private void live(AvRun run, double video) throws Exception {
        int sessions = run.trials(SESSIONS, 4);
        int seconds = run.trials(20, 5);
        run.say("check 13: " + sessions + " players for " + seconds + " s");
        ExecutorService executor = Executors.newFixedThreadPool(2);
        AtomicInteger analysed = new AtomicInteger();
        try (ManyPlayers players = run.guard(new ManyPlayers(run.folder().resolve("cost"), sound, executor))) {
            for (int i = 0; i < sessions; i++) {
                players.add(new Session(analysed, executor));
            }
            players.settle();
            int before = analysed.get();
            double percent = players.corePercent(seconds) / sessions;
            int heard = analysed.get() - before;
            boolean all = heard >= LEAST_HEARD * sessions * seconds;
            run.add(row("sound server and analysis of the sound, live", sessions, heard, percent, all));
            run.add(row("the same, and analysis of the video", sessions, heard, percent + video, all));
        } finally {
            executor.shutdown();
        }
    }

    private static CheckRow row(String name, int sessions, int heard, double percent, boolean all) {
        return new CheckRow(CHECK, name)
                .with("sessions", sessions)
                .with("trials", heard)
                .with("corePctPerSession", percent)
                .passes(all && percent <= MOST_PERCENT, "<= 1 % of a core, and 90 % of all seconds analysed");
    }

    /** Follows the sound of a player that has no picture. */
    private static final class Session implements SoundListener {
        private final AtomicInteger analysed;
        private final ClipFollower follower;
        private long begunAt;

        Session(AtomicInteger analysed, Executor pool) {
            this.analysed = analysed;
            this.follower =
                    new ClipFollower(SimulatedClip.CLIP, Optional.empty(), "no frames were looked at", null, "", pool);
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
