package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.bench.process.Load;
import io.deskmeter.sound.analysis.Lag;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Check 2: real players, whose sound reaches the sound server through relays that delay it. The truth is when the relay
 * had passed on what the server needs to begin: from then on each sample has its time. All delays are tried at the same
 * time, each with a server of its own.
 */
public final class LiveDelayCheck implements AvCheck {
    private static final int CHECK = 2;
    private static final List<Integer> DELAYS = List.of(0, 20, 45, 125, 185, 500);
    private static final int SECONDS = 4;
    private static final double MOST_BIAS = 2;
    private static final double MOST_P95 = 5;
    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double SAMPLES_PER_NANO = Pcm.RATE / 1e9;
    /** What the player has not begun by then, it never will. */
    private static final long START_SECONDS = 30;

    private final ReferenceSound sound = SimulatedClip.sound();
    private final LagFinder finder = new LagFinder(sound);

    /** One player, and what is heard of it. */
    private record Play(HeardSound heard, SoundServer.Playing playing, Process player) {}

    @Override
    public String title() {
        return "delays of live players";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Player.isInstalled()) {
            run.add(new CheckRow(CHECK, "pacat").failed("pulseaudio-utils is not installed"));
            return;
        }
        Path pcm = Files.write(run.folder().resolve("live.raw"), Pcm.bytes(Pcm.of(sound, 0, (SECONDS + 1) * Pcm.RATE)));
        try (SoundServer server = new SoundServer(run.folder().resolve("live"))) {
            // The first sounds load and compile what an agent has long loaded.
            play(server, pcm, ofDelays(), new Errors());
            for (String kind : List.of(Load.IDLE, Load.FULL)) {
                try (Load unused = run.guard(Load.start(kind))) {
                    measure(run, server, pcm, kind);
                }
            }
        }
    }

    private static List<Errors> ofDelays() {
        return DELAYS.stream().map(delay -> new Errors()).toList();
    }

    private void measure(AvRun run, SoundServer server, Path pcm, String kind) throws Exception {
        Errors all = new Errors();
        List<Errors> ofDelays = ofDelays();
        int trials = run.trials(8, 1);
        for (int trial = 0; trial < trials; trial++) {
            run.say("check 2: " + kind + ", trial " + (trial + 1) + " of " + trials);
            play(server, pcm, ofDelays, all);
        }
        for (int i = 0; i < DELAYS.size(); i++) {
            run.add(row(DELAYS.get(i) + " ms", kind, ofDelays.get(i)));
        }
        run.add(row("all delays", kind, all));
    }

    private static CheckRow row(String name, String load, Errors errors) {
        boolean pass = errors.unknownPercent() == 0
                && Math.abs(errors.bias()) <= MOST_BIAS
                && errors.magnitude(0.95) <= MOST_P95;
        return new CheckRow(CHECK, name)
                .with("load", load)
                .with(errors)
                .passes(pass, "all known, bias <= 2 ms, p95 <= 5 ms");
    }

    private void play(SoundServer server, Path pcm, List<Errors> ofDelays, Errors all) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        List<Play> plays = new ArrayList<>();
        try {
            for (int delay : DELAYS) {
                HeardSound heard = new HeardSound();
                SoundServer.Playing playing = server.openBehind(delay, heard, executor);
                // The player's buffer must last for the way there and back.
                plays.add(new Play(heard, playing, playing.player().play(pcm, 200 + 4 * delay)));
            }
            for (int i = 0; i < DELAYS.size(); i++) {
                Play play = plays.get(i);
                long start = play.playing.tap().startedAt().get(START_SECONDS, TimeUnit.SECONDS);
                Player.await(play.player);
                if (play.playing.tap().ranDry()) {
                    ofDelays.get(i).disturbed();
                    all.disturbed();
                } else {
                    compare(play.heard, start, List.of(ofDelays.get(i), all));
                }
            }
        } finally {
            for (Play play : plays) {
                Player.end(play.player);
                play.playing.close();
            }
            executor.shutdown();
        }
    }

    private void compare(HeardSound heard, long start, List<Errors> errors) {
        for (int second = 0; second < SECONDS; second++) {
            HeardSound.Second part = heard.second(start + second * SECOND + SECOND / 4);
            long expected = Math.round((part.playedAt() - start) * SAMPLES_PER_NANO);
            Lag lag = finder.find(part.mono(), expected);
            for (Errors each : errors) {
                if (lag instanceof Lag.Known known) {
                    each.add(
                            known.nanos() / NANOS_PER_MILLI,
                            (known.uncertainty() + part.uncertainty()) / NANOS_PER_MILLI);
                } else if (lag instanceof Lag.Unknown unknown) {
                    each.unknown(unknown.reason());
                }
            }
        }
    }
}
