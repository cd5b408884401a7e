package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.bench.process.Load;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check 9: PulseAudio's own library tells ten times a second what is being played, from the answers of the sound
 * server; the server's blocks tell it, too.
 */
public final class WitnessCheck implements AvCheck {
    private static final int CHECK = 9;
    private static final Pattern TIME = Pattern.compile("Time: ([0-9.]+) sec");
    private static final int SECONDS = 6;
    private static final double MOST = 3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS = 1e9;
    /** At the beginning the library guesses; at the end nothing is played. */
    private static final double FROM_SECONDS = 0.7;

    private final ReferenceSound sound = SimulatedClip.sound();

    /** What the library has told, and when. */
    private record Told(long at, double seconds) {}

    @Override
    public String title() {
        return "libpulse as a witness";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Player.isInstalled()) {
            run.add(new CheckRow(CHECK, "libpulse").failed("pulseaudio-utils is not installed"));
            return;
        }
        short[] samples = Pcm.of(sound, 0, SECONDS * Pcm.RATE);
        Path pcm = Files.write(run.folder().resolve("witness.raw"), Pcm.bytes(samples));
        double silentNanos = firstSounding(samples) * NANOS / Pcm.RATE;
        try (SoundServer server = new SoundServer(run.folder().resolve("witness"))) {
            for (String kind : List.of(Load.IDLE, Load.FULL)) {
                run.say("check 9: " + kind);
                Errors errors = new Errors();
                try (Load unused = run.guard(Load.start(kind))) {
                    for (int trial = 0; trial < run.trials(4, 1); trial++) {
                        play(server, pcm, silentNanos, errors);
                    }
                }
                boolean pass = errors.known() > 0 && Math.abs(errors.bias()) <= MOST;
                run.add(new CheckRow(CHECK, "libpulse's time - the server's")
                        .with("load", kind)
                        .with("trials", errors.known())
                        .with("biasMs", errors.bias())
                        .with("p95Ms", errors.magnitude(0.95))
                        .with("maxMs", errors.magnitude(1))
                        .passes(pass, "bias <= 3 ms"));
            }
        }
    }

    private static void play(SoundServer server, Path pcm, double silentNanos, Errors errors) throws Exception {
        HeardSound heard = new HeardSound();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (SoundServer.Playing playing = server.open(heard, executor)) {
            Process process = playing.player()
                    .start(List.of(
                            "pacat",
                            "--playback",
                            "--raw",
                            "--rate=48000",
                            "--channels=2",
                            "--format=s16le",
                            "--verbose",
                            "--latency-msec=300",
                            pcm.toString()))
                    .redirectErrorStream(true)
                    .start();
            List<Told> told = listen(process);
            Player.end(process);
            double start = heard.beganAt() - silentNanos;
            told.stream()
                    .filter(each -> each.seconds > FROM_SECONDS && each.seconds < SECONDS - 0.1)
                    .forEach(each -> errors.add((each.at - start - each.seconds * NANOS) / NANOS_PER_MILLI, 0));
        } finally {
            executor.shutdown();
        }
    }

    /** The first sample frame that is not silent. */
    private static int firstSounding(short[] stereo) {
        int at = 0;
        while (stereo[at] == 0) {
            at++;
        }
        return at / 2;
    }

    private static List<Told> listen(Process process) throws IOException {
        List<Told> told = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        try (InputStream in = process.getInputStream()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                line.append((char) next);
                Matcher matcher = TIME.matcher(line);
                if (matcher.find()) {
                    told.add(new Told(System.nanoTime(), Double.parseDouble(matcher.group(1))));
                    line.setLength(0);
                }
            }
        }
        return told;
    }
}
