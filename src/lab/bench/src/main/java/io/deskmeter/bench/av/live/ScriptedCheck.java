package io.deskmeter.bench.av.live;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.bench.process.Await;
import io.deskmeter.bench.process.Load;
import io.deskmeter.bench.process.Programs;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.testkit.truth.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Beside check 2, what people script: {@code parec} records the monitor of a null sink of PulseAudio, and the first
 * sample above a threshold has the time at which it was read. The truth is found as in {@link LiveDelayCheck}.
 */
public final class ScriptedCheck implements AvCheck {
    private static final int CHECK = 2;
    /** Of full scale. */
    private static final double THRESHOLD = 0.05;

    private static final double FULL_SCALE = 32_768;
    private static final double MOST_BIAS = 2;
    private static final double MOST_P95 = 5;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long START_SECONDS = 30;
    private static final int SOUND_SECONDS = 2;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "the same with parec and a threshold";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Player.isInstalled() || !Programs.isInstalled("pulseaudio") || !Programs.isInstalled("parec")) {
            run.add(new CheckRow(CHECK, "parec").failed("pulseaudio or pulseaudio-utils is not installed"));
            return;
        }
        Path folder = Files.createDirectory(run.folder().resolve("scripted"));
        Path pcm = Files.write(folder.resolve("live.raw"), Pcm.bytes(Pcm.of(sound, 0, SOUND_SECONDS * Pcm.RATE)));
        Path socket = folder.resolve("native");
        Player player = new Player("unix:" + socket, Files.createFile(folder.resolve("cookie")), folder);
        Process daemon = daemon(player, socket);
        run.guard((AutoCloseable) () -> Player.end(daemon));
        try {
            for (String kind : List.of(Load.IDLE, Load.FULL)) {
                try (Load unused = run.guard(Load.start(kind))) {
                    for (List<String> latency : List.of(List.<String>of(), List.of("--latency-msec=10"))) {
                        rows(run, folder, pcm, player, kind, latency);
                    }
                }
            }
        } finally {
            Player.end(daemon);
        }
    }

    private static Process daemon(Player player, Path socket) throws IOException, InterruptedException {
        Process daemon = player.start(List.of(
                        "pulseaudio",
                        "-n",
                        "--daemonize=no",
                        "--use-pid-file=no",
                        "--exit-idle-time=-1",
                        "--disable-shm=yes",
                        "--log-target=stderr",
                        "-L",
                        "module-native-protocol-unix auth-anonymous=1 socket=" + socket,
                        "-L",
                        "module-null-sink sink_name=heard rate=48000 channels=2"))
                .start();
        Await.until(() -> Files.exists(socket) || !daemon.isAlive(), "socket of pulseaudio");
        if (!daemon.isAlive()) {
            throw new IOException("pulseaudio: has ended with code " + daemon.exitValue() + " (expected: it listens)");
        }
        return daemon;
    }

    private void rows(AvRun run, Path folder, Path pcm, Player player, String kind, List<String> latency)
            throws Exception {
        String name = "parec" + (latency.isEmpty() ? "" : " " + latency.get(0)) + " and a threshold";
        run.say("check 2: " + name + ", " + kind);
        Errors errors = new Errors();
        for (int trial = 0; trial < run.trials(8, 2); trial++) {
            Path relayed = folder.resolve("r" + System.nanoTime());
            StreamTap tap = new StreamTap();
            try (Relay relay = Relay.start(
                    relayed,
                    UnixDomainSocketAddress.of(player.server().substring("unix:".length())),
                    Relay.Shape.none(),
                    tap)) {
                trial(new Player("unix:" + relayed, player.cookie(), folder), player, pcm, latency, tap, errors);
            }
        }
        boolean pass = errors.unknownPercent() == 0
                && Math.abs(errors.bias()) <= MOST_BIAS
                && errors.magnitude(0.95) <= MOST_P95;
        run.add(new CheckRow(CHECK, name)
                .with("load", kind)
                .with(errors)
                .passes(pass, "all known, bias <= 2 ms, p95 <= 5 ms"));
    }

    private void trial(Player through, Player direct, Path pcm, List<String> latency, StreamTap tap, Errors errors)
            throws Exception {
        List<String> command = new ArrayList<>(
                List.of("parec", "-d", "heard.monitor", "--raw", "--rate=48000", "--channels=2", "--format=s16le"));
        command.addAll(latency);
        Process recorder = direct.start(command).start();
        try (InputStream in = recorder.getInputStream()) {
            // It records once it delivers.
            byte[] begun = in.readNBytes(Pcm.FRAME_BYTES);
            if (begun.length < Pcm.FRAME_BYTES) {
                errors.unknown("parec records nothing");
                return;
            }
            Process player = through.play(pcm, 200);
            try {
                long onset = onset(in);
                long start = tap.startedAt().get(START_SECONDS, TimeUnit.SECONDS);
                errors.add((onset - start) / NANOS_PER_MILLI - firstLoud() * 1_000.0 / Pcm.RATE, 0);
            } finally {
                Player.end(player);
            }
        } finally {
            Player.end(recorder);
        }
    }

    /** The sample frame of the sound that first exceeds the threshold. */
    private int firstLoud() {
        int frame = 0;
        while (Math.abs(sound.sample(frame, 0)) < THRESHOLD * FULL_SCALE
                && Math.abs(sound.sample(frame, 1)) < THRESHOLD * FULL_SCALE) {
            frame++;
        }
        return frame;
    }

    /** When the first loud sample was read; samples after it in the same piece are taken to have come later. */
    private static long onset(InputStream in) throws IOException {
        byte[] piece = new byte[1 << 16];
        int kept = 0;
        while (true) {
            int read = in.read(piece, kept, piece.length - kept);
            long now = System.nanoTime();
            if (read < 0) {
                throw new IOException("parec: has ended (expected: sound)");
            }
            int all = kept + read;
            ByteBuffer samples = ByteBuffer.wrap(piece, 0, all).order(ByteOrder.LITTLE_ENDIAN);
            int frames = all / Pcm.FRAME_BYTES;
            for (int frame = 0; frame < frames; frame++) {
                int left = Math.abs(samples.getShort());
                int right = Math.abs(samples.getShort());
                if (Math.max(left, right) >= THRESHOLD * FULL_SCALE) {
                    return now - (frames - frame) * 1_000_000_000L / Pcm.RATE;
                }
            }
            kept = all % Pcm.FRAME_BYTES;
            System.arraycopy(piece, all - kept, piece, 0, kept);
        }
    }
}
