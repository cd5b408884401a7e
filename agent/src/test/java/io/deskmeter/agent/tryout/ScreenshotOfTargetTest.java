package io.deskmeter.agent.tryout;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.AgentMain;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.tryout.FaultyRfbServer.Fault;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pictures of servers over real sockets, with the exit code and the words of the command. */
@Tag("slow")
@Timeout(240)
class ScreenshotOfTargetTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    /** What a command has done. */
    private record Taken(int code, String printed, Path picture) {
        /** The first picture that the server has sent. */
        void assertKept() throws IOException {
            BufferedImage image = ImageIO.read(picture.toFile());
            assertThat(List.of(image.getWidth(), image.getHeight()))
                    .isEqualTo(List.of(FaultyRfbServer.WIDTH, FaultyRfbServer.HEIGHT));
            assertThat(image.getRGB(5, 40) & 0xFFFFFF).isEqualTo(0x336605);
            assertThat(printed).startsWith(picture + ": 64 x 48 pixels of the display of 127.0.0.1:");
        }
    }

    /** With a folder of its own. */
    private List<String> options(FaultyRfbServer server) throws IOException {
        Path own = Files.createDirectory(folder.resolve(Integer.toString(server.port())));
        Path profile = Files.writeString(own.resolve("vnc.yaml"), """
                workloads: { workloads: [office/writer] }
                load: { fixed: { sessions: 1 } }
                target: { vnc: { hosts: ["127.0.0.1:%d"] } }
                """.formatted(server.port()));
        return List.of(
                own.resolve("a.png").toString(),
                "--target",
                profile.toString(),
                "--workloads",
                Path.of("../workloads").toAbsolutePath().normalize().toString(),
                "--state",
                own.resolve("state").toString());
    }

    private Taken take(Fault fault, CommandLine line, String... first) throws IOException {
        StringWriter printed = new StringWriter();
        line.setOut(new PrintWriter(printed, true));
        line.setErr(new PrintWriter(printed, true));
        try (FaultyRfbServer server = new FaultyRfbServer(fault)) {
            List<String> options = options(server);
            int code = line.execute(
                    Stream.concat(Stream.of(first), options.stream()).toArray(String[]::new));
            return new Taken(code, printed.toString(), Path.of(options.get(0)));
        }
    }

    private Taken take(Fault fault) throws IOException {
        return take(fault, AgentMain.commandLine(), "screenshot");
    }

    @Test
    void aDesktopAtRestThatAnswersIsStable() throws Exception {
        Taken taken = take(Fault.NONE);
        assertThat(taken.code()).as(taken.printed()).isZero();
        taken.assertKept();
        assertThat(taken.printed().strip()).endsWith(": the picture is stable");
    }

    @Test
    void theLastPictureOfAConnectionThatBreaksIsKeptAndTheCommandFails() throws Exception {
        Taken taken = take(Fault.ENDS);
        assertThat(taken.code()).as(taken.printed()).isEqualTo(4);
        taken.assertKept();
        assertThat(taken.printed()).contains("the connection to the host broke");
    }

    /** All at once: each takes as long as a server may need for an answer. */
    @Test
    void aServerThatSendsNothingMoreIsNotStable() throws Exception {
        CompletableFuture<Taken> mute = taking(Fault.MUTE);
        CompletableFuture<Taken> half = taking(Fault.HALF);
        CompletableFuture<Taken> tight = taking(Fault.LONG_TIGHT);
        for (CompletableFuture<Taken> one : List.of(mute, half, tight)) {
            Taken taken = one.get(200, TimeUnit.SECONDS);
            assertThat(taken.code()).as(taken.printed()).isEqualTo(4);
            taken.assertKept();
            assertThat(taken.printed())
                    .contains("the server has not answered for 10 s", "(expected: ", "; hint: ")
                    .doesNotContain("stable");
        }
        assertThat(mute.join().printed()).doesNotContain("in the middle");
        assertThat(half.join().printed())
                .contains(": it is in the middle of a message: update, of which at least 12 bytes are missing; the last"
                        + " bytes came 1");
        assertThat(tight.join().printed())
                .contains(": it is in the middle of a message: update, in its rectangle 32x32+0+0 (encoding TIGHT), of"
                        + " which at least 29");
    }

    private CompletableFuture<Taken> taking(Fault fault) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return take(fault);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                pool);
    }

    @Test
    void anAnswerThatBelongsToNothingBreaksTheConnection() throws Exception {
        Taken taken = take(Fault.LONG_TIGHT_THAT_GOES_ON);
        assertThat(taken.code()).as(taken.printed()).isEqualTo(4);
        taken.assertKept();
        assertThat(taken.printed()).contains("the connection to the host broke", "zlib: ");
    }

    /** Landmarks of desktops with a clock are cut out of such a picture. */
    @Test
    void aDesktopThatMovesAllTheTimeIsNoFailure() throws Exception {
        Taken taken =
                take(Fault.MOVES, new CommandLine(new ScreenshotCommand(Platforms.here(), Duration.ofSeconds(8))));
        assertThat(taken.code()).as(taken.printed()).isZero();
        assertThat(taken.printed())
                .contains("64 x 48 pixels", "not usable within 8000 ms: the picture is not stable", "keeps changing");
        assertThat(ImageIO.read(taken.picture().toFile()).getWidth()).isEqualTo(FaultyRfbServer.WIDTH);
    }

    /** As people start it. */
    @Test
    void theProgramFailsWhereAServerBreaks() throws Exception {
        try (FaultyRfbServer server = new FaultyRfbServer(Fault.ENDS)) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    AgentMain.class.getName(),
                    "screenshot"));
            List<String> options = options(server);
            command.addAll(options);
            Path printed = folder.resolve("printed.txt");
            Process program = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            try {
                assertThat(program.waitFor(120, TimeUnit.SECONDS)).isTrue();
                Taken taken = new Taken(program.exitValue(), Files.readString(printed), Path.of(options.get(0)));
                assertThat(taken.code()).as(taken.printed()).isEqualTo(4);
                taken.assertKept();
            } finally {
                program.destroyForcibly();
            }
        }
    }
}
