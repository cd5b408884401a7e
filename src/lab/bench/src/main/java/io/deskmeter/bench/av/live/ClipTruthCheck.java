package io.deskmeter.bench.av.live;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.clip.ClipFollower;
import io.deskmeter.agent.clip.FrameTrack;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.bench.process.Load;
import io.deskmeter.bench.process.Programs;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.workload.metric.MetricSource;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Check 3: a window on a real Xvnc is painted, and a real player plays, both at known times. The truth of a second is
 * the median over its frames of (arrival − time of the sound that belongs to the frame). A frame has arrived when a
 * relay has passed on what followed its painting; the sound's time comes from the relay of {@link LiveDelayCheck}.
 */
public final class ClipTruthCheck implements AvCheck {
    private static final int CHECK = 3;
    private static final List<Integer> OFFSETS = List.of(-300, -185, -90, 0, 45, 125, 300);
    private static final int SECONDS = 9;
    /** The first one has the start of the picture. */
    private static final int FIRST = 1;

    private static final int SOUND_SECONDS = 13;
    private static final double MOST_BIAS = 2;
    private static final double MOST_P95 = 5;
    private static final int BUFFER_MILLIS = 500;
    private static final double LEAST_HELD = 99;
    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long WITHIN_SECONDS = 30;
    private static final double FRAME_NANOS = 1e9 / SimulatedClip.CLIP.framesPerSecond();

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "skew of a painted clip";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Player.isInstalled() || !Programs.isInstalled("Xvnc")) {
            run.add(new CheckRow(CHECK, "Xvnc and pacat").failed("Xvnc or pulseaudio-utils is not installed"));
            return;
        }
        Path pcm =
                Files.write(run.folder().resolve("truth.raw"), Pcm.bytes(Pcm.of(sound, 0, SOUND_SECONDS * Pcm.RATE)));
        try (SoundServer server = new SoundServer(run.folder().resolve("truth"));
                RfbScreens screens = new RfbScreens(System::nanoTime, 1);
                PaintedClip picture = run.guard(PaintedClip.open(run.folder().resolve("painted")))) {
            // The first playing loads and compiles what an agent has long loaded.
            try (Session first = new Session(server, screens, picture)) {
                first.play(pcm, 0, List.of(new Errors()));
            }
            for (String kind : List.of(Load.IDLE, Load.FULL)) {
                try (Load unused = run.guard(Load.start(kind))) {
                    Errors all = new Errors();
                    for (int offset : run.quick() ? List.of(-90, 45) : OFFSETS) {
                        run.say("check 3: " + offset + " ms, " + kind);
                        offset(run, server, screens, picture, pcm, offset, kind, all);
                    }
                    run.add(all(kind, all));
                }
            }
        }
    }

    private void offset(
            AvRun run,
            SoundServer server,
            RfbScreens screens,
            PaintedClip picture,
            Path pcm,
            int offset,
            String kind,
            Errors all)
            throws Exception {
        Errors errors = new Errors();
        try (Session session = new Session(server, screens, picture)) {
            session.play(pcm, offset, List.of(errors, all));
        }
        boolean pass = errors.unknownPercent() == 0 && Math.abs(errors.bias()) <= MOST_BIAS;
        run.add(new CheckRow(CHECK, "skew " + offset + " ms")
                .with("load", kind)
                .with(errors)
                .passes(pass, "all known, bias <= 2 ms"));
    }

    private static CheckRow all(String load, Errors errors) {
        boolean pass = errors.unknownPercent() == 0
                && Math.abs(errors.bias()) <= MOST_BIAS
                && errors.magnitude(0.95) <= MOST_P95
                && errors.heldPercent() >= LEAST_HELD;
        return new CheckRow(CHECK, "all skews")
                .with("load", load)
                .with(errors)
                .passes(pass, "all known, bias <= 2 ms, p95 <= 5 ms, interval contains truth >= 99 %");
    }

    /** One playing: frames and sound come to one thread, as in a session of an agent. */
    private static final class Session implements FrameListener, SoundListener, AutoCloseable {
        private final ExecutorService executor = Executors.newSingleThreadExecutor();
        private final PaintedClip picture;
        private final SoundServer.Playing playing;
        private final FrameArrivals frameArrivals = new FrameArrivals();
        private final Relay relay;
        private final Screen screen;
        private final FrameTrack track = FrameTrack.unscaled(SimulatedClip.CLIP, 0, 0);
        private final CompletableFuture<ClipFollower> begun = new CompletableFuture<>();
        private final CompletableFuture<Void> heard = new CompletableFuture<>();
        private @Nullable ClipFollower follower;

        Session(SoundServer server, RfbScreens screens, PaintedClip picture) throws Exception {
            this.picture = picture;
            picture.rewind();
            this.playing = server.openBehind(0, this, executor);
            Path socket = picture.relaySocket();
            this.relay = Relay.start(
                    socket, UnixDomainSocketAddress.of(picture.rfbSocket()), Relay.Shape.none(), frameArrivals);
            this.screen = screens.connect(RfbTarget.unix(socket), RfbSettings.defaults(), this, executor)
                    .get(WITHIN_SECONDS, TimeUnit.SECONDS);
        }

        void play(Path pcm, int offset, List<Errors> errors) throws Exception {
            begun.get(WITHIN_SECONDS, TimeUnit.SECONDS);
            Process player = playing.player().play(pcm, BUFFER_MILLIS);
            try {
                long start = playing.tap().startedAt().get(WITHIN_SECONDS, TimeUnit.SECONDS);
                long fired = System.nanoTime();
                execute(each -> each.fired(fired));
                long zeroAt = start + TimeUnit.MILLISECONDS.toNanos(offset);
                List<PaintedClip.Painted> painted = picture.play(zeroAt, fired + SECONDS * SECOND + SECOND / 2);
                execute(each -> each.end(fired, SECONDS));
                heard.get(WITHIN_SECONDS, TimeUnit.SECONDS);
                ClipFigures figures = figures();
                if (playing.tap().ranDry()) {
                    errors.forEach(Errors::disturbed);
                } else {
                    compare(figures, arrivals(painted), fired, start, errors);
                }
            } finally {
                Player.end(player);
            }
        }

        private ClipFigures figures() throws InterruptedException, ExecutionException, TimeoutException {
            ClipFollower ended = begun.get();
            ended.analysed().get(WITHIN_SECONDS, TimeUnit.SECONDS);
            return ended.figures();
        }

        /** A frame, and when it had come to the viewer. */
        private record Arrival(long number, long at) {}

        /** A frame that was painted over before it was sent never arrived. */
        private List<Arrival> arrivals(List<PaintedClip.Painted> painted) {
            List<Arrival> all = new ArrayList<>();
            for (int i = 0; i < painted.size(); i++) {
                PaintedClip.Painted frame = painted.get(i);
                long from = frame.at() - frame.took();
                long to = i + 1 < painted.size()
                        ? painted.get(i + 1).at() - painted.get(i + 1).took()
                        : from + (long) FRAME_NANOS;
                frameArrivals.arrival(from, to).ifPresent(at -> all.add(new Arrival(frame.number(), at)));
            }
            return all;
        }

        private static void compare(
                ClipFigures figures, List<Arrival> arrivals, long fired, long start, List<Errors> errors) {
            List<SeriesValue> skews = figures.of(MetricSource.AV_SKEW);
            for (int second = FIRST; second < SECONDS; second++) {
                long from = fired + second * SECOND;
                double[] truths = arrivals.stream()
                        .filter(frame -> frame.at() >= from && frame.at() < from + SECOND)
                        .mapToDouble(frame -> frame.at() - (start + frame.number() * FRAME_NANOS))
                        .sorted()
                        .toArray();
                SeriesValue skew = skews.get(second);
                for (Errors each : errors) {
                    if (skew.isKnown() && truths.length > 0) {
                        each.add(skew.value() - truths[truths.length / 2] / NANOS_PER_MILLI, skew.uncertainty());
                    } else {
                        each.unknown(truths.length == 0 ? "nothing arrived" : skew.unknown());
                    }
                }
            }
        }

        private interface Work {
            void on(ClipFollower clip);
        }

        private void execute(Work work) {
            executor.execute(() -> {
                ClipFollower clip = follower;
                if (clip != null) {
                    work.on(clip);
                    advance();
                }
            });
        }

        private void advance() {
            ClipFollower clip = follower;
            if (clip != null) {
                clip.advance(System.nanoTime());
                if (clip.isHeard()) {
                    heard.complete(null);
                }
            }
        }

        @Override
        public void onFrame(FrameUpdate update) {
            if (follower == null) {
                track.begin(update.frame(), update.arrivedAt());
                follower = new ClipFollower(
                        SimulatedClip.CLIP, Optional.of(track), "", playing.source(), "", ForkJoinPool.commonPool());
                begun.complete(follower);
            } else {
                follower.observe(new Observation.Picture(update));
            }
            advance();
        }

        @Override
        public void onLost(ScreenException cause) {
            begun.completeExceptionally(cause);
            heard.completeExceptionally(cause);
        }

        @Override
        public void onBlock(SoundBlock block) {
            if (follower != null) {
                follower.observe(new Observation.Sound(block));
            }
            advance();
        }

        @Override
        public void onLost(SoundException cause) {
            heard.completeExceptionally(cause);
        }

        @Override
        public void close() throws Exception {
            screen.close();
            relay.close();
            Files.deleteIfExists(picture.relaySocket());
            playing.close();
            executor.shutdown();
        }
    }
}
