package io.deskmeter.sound.pulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** PulseAudio's own library, and programs that play with it. */
@Tag("slow")
@Timeout(90)
class RealClientsTest {
    private static final int RATE = 48_000;
    private static final int HEADER = 44;
    private static final int SECOND = 1_000;
    private static final Pattern TIME = Pattern.compile("Time: ([0-9.]+) sec");

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final SinkServers servers = new SinkServers(System::nanoTime, InstantSource.system(), 1);
    private final Heard heard = new Heard();
    private final List<Process> started = new ArrayList<>();
    private SinkSource source;
    private Path cookie;

    @BeforeEach
    void open() throws Exception {
        SoundCookie secret = SoundCookie.random(new SecureRandom());
        cookie = folder.resolve("cookie");
        secret.write(cookie);
        source = servers.open(
                UnixDomainSocketAddress.of(folder.resolve("native")), SinkSettings.of(secret), heard, executor);
    }

    @AfterEach
    void stop() throws Exception {
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        servers.close();
        executor.shutdownNow();
    }

    private static void need(String program, String debianPackage) {
        boolean there =
                Arrays.stream(System.getenv("PATH").split(":")).anyMatch(d -> Files.isExecutable(Path.of(d, program)));
        if (!there) {
            String why = "skipped: " + program + " is not on the PATH; install " + debianPackage;
            LoggerFactory.getLogger(RealClientsTest.class).warn(why);
            Assumptions.abort(why);
        }
    }

    private Process start(Path secret, String server, String name, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("PULSE_SERVER", server);
        builder.environment().put("PULSE_COOKIE", secret.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** Runs a program to its end, and returns what it printed. */
    private String run(String name, String... command) throws Exception {
        Process process = start(cookie, source.address(), name, command);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(name + " ends").isTrue();
        assertThat(process.exitValue()).as(name + ": " + log(name)).isZero();
        return log(name);
    }

    private String log(String name) {
        try {
            return Files.readString(folder.resolve(name + ".log"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static short[] noise(int samples) {
        Random random = new Random(7);
        short[] noise = new short[samples];
        for (int i = 0; i < samples; i++) {
            noise[i] = (short) (1 + random.nextInt(16_000));
        }
        return noise;
    }

    private static short[] tone(int rate, int seconds) {
        short[] tone = new short[2 * rate * seconds];
        for (int i = 0; i < rate * seconds; i++) {
            tone[2 * i] = (short) (8_000 * Math.sin(2 * Math.PI * 1_000 * i / rate));
            tone[2 * i + 1] = tone[2 * i];
        }
        return tone;
    }

    /** A file of stereo samples. */
    private Path wave(short[] samples, int rate) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + 2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(HEADER - 8 + 2 * samples.length);
        bytes.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
        bytes.putShort((short) 1).putShort((short) 2).putInt(rate).putInt(rate * 4);
        bytes.putShort((short) 4).putShort((short) 16);
        bytes.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * samples.length);
        for (short sample : samples) {
            bytes.putShort(sample);
        }
        return Files.write(folder.resolve("sound-" + rate + ".wav"), bytes.array());
    }

    private void hears(short[] samples) {
        List<Heard.Frame> frames = heard.sound().frames();
        assertThat(frames).hasSize(samples.length / 2);
        for (int i = 0; i < frames.size(); i++) {
            Heard.Frame expected = new Heard.Frame(samples[2 * i], samples[2 * i + 1]);
            if (!frames.get(i).equals(expected)) {
                assertThat(frames.get(i)).as("sample frame " + i).isEqualTo(expected);
            }
        }
    }

    /** A tone of 1,000 Hz: as many rising zero crossings a second, and its level. */
    private static void hearsTone(Heard.Sound sound, int leastMillis, int mostMillis) {
        int frames = sound.frames().size();
        assertThat(frames / (RATE / SECOND)).isBetween(leastMillis, mostMillis);
        int crossings = 0;
        double square = 0;
        for (int i = 1; i < frames; i++) {
            short now = sound.frames().get(i).left();
            crossings += sound.frames().get(i - 1).left() < 0 && now >= 0 ? 1 : 0;
            square += now * (double) now;
        }
        assertThat(crossings / (frames / (double) RATE)).isCloseTo(1_000, within(15.0));
        assertThat(Math.sqrt(square / frames)).isCloseTo(8_000 / Math.sqrt(2), within(100.0));
    }

    @Test
    void paplayIsHeardSampleForSample() throws Exception {
        need("paplay", "pulseaudio-utils");
        short[] samples = noise(2 * RATE * 2);
        Path file = wave(samples, RATE);
        long before = System.nanoTime();
        run("paplay", "paplay", file.toString());
        long after = System.nanoTime();
        await().until(() -> heard.sound().frames().size() == 2 * RATE);
        hears(samples);
        assertThat(heard.missing()).isZero();
        Heard.Sound sound = heard.sound();
        assertThat(sound.playedAt()).isBetween(before, after - 2_000_000_000L);
        assertThat(after - before)
                .as("paplay ends when its sound has been played")
                .isGreaterThanOrEqualTo(2_000_000_000L);
        assertThat(source.counts().underruns()).isZero();
        assertThat(source.counts().lostBytes()).isZero();
    }

    @Test
    void pactlUnderstandsTheServer() throws Exception {
        need("pactl", "pulseaudio-utils");
        assertThat(run("info", "pactl", "info"))
                .contains("Server Name: deskmeter")
                .contains("Server Protocol Version: 35")
                .contains("Default Sample Specification: s16le 2ch 48000Hz")
                .contains("Default Sink: deskmeter");
        need("pacat", "pulseaudio-utils");
        start(cookie, source.address(), "pacat", "pacat", "--playback", "--raw", "/dev/zero");
        await().until(() -> source.counts().streams() == 1);
        assertThat(run("list", "pactl", "list"))
                .contains("Name: deskmeter")
                .contains("Sink Input #")
                .contains("media.name = \"/dev/zero\"");
        run("volume", "pactl", "set-sink-volume", "deskmeter", "50%");
        assertThat(run("muted", "pactl", "get-sink-volume", "deskmeter")).contains("32768");
        run("mute", "pactl", "set-sink-mute", "@DEFAULT_SINK@", "1");
        assertThat(run("mute2", "pactl", "list", "sinks")).contains("Mute: yes");
        run("stat", "pactl", "stat");
    }

    @Test
    void aWrongCookieIsRefused() throws Exception {
        need("pactl", "pulseaudio-utils");
        Path other = folder.resolve("other");
        SoundCookie.random(new SecureRandom()).write(other);
        Process refused = start(other, source.address(), "refused", "pactl", "info");
        assertThat(refused.waitFor()).isNotZero();
        assertThat(log("refused")).contains("Access denied");
        assertThat(source.counts().refused()).isEqualTo(1);
    }

    @Test
    void everyFormatOfPacat() throws Exception {
        need("pacat", "pulseaudio-utils");
        for (String format : List.of("u8", "alaw", "ulaw", "s16be", "s24le", "s24-32be", "s32le", "float32be")) {
            Path file = Files.write(folder.resolve("half"), new byte[RATE]);
            run(
                    format,
                    "pacat",
                    "--playback",
                    "--raw",
                    "--format=" + format,
                    "--rate=44100",
                    "--channels=1",
                    file.toString());
        }
        assertThat(source.counts().authenticated()).isEqualTo(8);
        assertThat(source.counts().broken()).isZero();
        assertThat(heard.losses()).isEmpty();
    }

    /**
     * The library estimates what is being played from the answers of the server. Its program prints that ten times a
     * second.
     */
    @Test
    void libpulseSaysTheSameAboutTheTime() throws Exception {
        need("pacat", "pulseaudio-utils");
        short[] samples = noise(2 * RATE * 4);
        Path file = wave(samples, RATE);
        ProcessBuilder builder = new ProcessBuilder("paplay", "--verbose", "--latency-msec=300", file.toString());
        builder.redirectErrorStream(true);
        builder.environment().put("PULSE_SERVER", source.address());
        builder.environment().put("PULSE_COOKIE", cookie.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        started.add(process);
        List<long[]> told = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        try (var in = process.getInputStream()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                line.append((char) next);
                Matcher matcher = TIME.matcher(line);
                if (matcher.find()) {
                    told.add(new long[] {System.nanoTime(), Math.round(Double.parseDouble(matcher.group(1)) * 1e9)});
                    line.setLength(0);
                }
            }
        }
        assertThat(process.waitFor()).isZero();
        await().until(() -> heard.sound().frames().size() == 4 * RATE);
        long start = heard.sound().playedAt();
        double[] errors = told.stream()
                .filter(t -> t[1] > 500_000_000L && t[1] < 3_900_000_000L)
                .mapToDouble(t -> (t[0] - start - t[1]) / 1e6)
                .sorted()
                .toArray();
        assertThat(errors).hasSizeGreaterThan(10);
        double median = errors[errors.length / 2];
        LoggerFactory.getLogger(RealClientsTest.class)
                .info("libpulse's time, median of {}: {} ms later than ours", errors.length, median);
        assertThat(Math.abs(median))
                .as("ms between libpulse and the server, median")
                .isLessThan(3);
    }

    @Test
    void ffmpegPlays() throws Exception {
        need("ffmpeg", "ffmpeg");
        Path file = wave(tone(44_100, 2), 44_100);
        run(
                "ffmpeg",
                "ffmpeg",
                "-hide_banner",
                "-nostdin",
                "-re",
                "-i",
                file.toString(),
                "-f",
                "pulse",
                "-buffer_duration",
                "100",
                "sound");
        hearsTone(heard.sound(), 1_700, 2_000); // it does not wait for the end of its sound
    }

    @Test
    void mpvPlays() throws Exception {
        need("mpv", "mpv");
        Path file = wave(tone(44_100, 2), 44_100);
        run("mpv", "mpv", "--no-config", "--no-video", "--ao=pulse", "--msg-level=all=v", file.toString());
        await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> hearsTone(heard.sound(), 1_980, 2_060));
        assertThat(heard.missing()).as("it stops at about the last sample").isLessThan(RATE / 20);
    }

    @Test
    void aTunnelBringsTheSoundOfAnotherDaemon() throws Exception {
        need("pulseaudio", "pulseaudio");
        need("pacat", "pulseaudio-utils");
        Heard far = new Heard();
        try (SinkSource tunnelled = servers.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                SinkSettings.of(SoundCookie.read(cookie)),
                far,
                executor)) {
            Path socket = folder.resolve("daemon");
            start(
                    cookie,
                    "",
                    "daemon",
                    "pulseaudio",
                    "-n",
                    "--daemonize=no",
                    "--use-pid-file=no",
                    "--exit-idle-time=-1",
                    "--log-target=stderr",
                    "-L",
                    "module-native-protocol-unix auth-anonymous=1 socket=" + socket,
                    "-L",
                    "module-tunnel-sink rate=48000 channels=2 server=" + tunnelled.address() + " cookie=" + cookie);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> tunnelled.counts().streams() == 1);
            Path file = wave(tone(RATE, 2), RATE);
            Process player = start(cookie, "unix:" + socket, "player", "paplay", file.toString());
            assertThat(player.waitFor()).as(log("player") + log("daemon")).isZero();
            // A tunnel holds 100 ms: on a machine that is busy it may run dry, which is heard.
            await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> hearsTone(far.sound(), 1_700, 2_060));
            assertThat(tunnelled.counts().broken()).isZero();
            assertThat(tunnelled.counts().accepted()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatEndsIsALoss() throws Exception {
        source.listening().close().syncUninterruptibly();
        await().until(() -> heard.losses().size() == 1);
        assertThat(heard.losses().get(0)).hasMessageContaining("was closed by the system");
        int before = heard.blocks().size();
        await().during(Duration.ofMillis(150))
                .atMost(Duration.ofSeconds(5))
                .until(() -> heard.blocks().size() == before);
        source.close();
        assertThat(folder.resolve("native")).doesNotExist();
    }
}
