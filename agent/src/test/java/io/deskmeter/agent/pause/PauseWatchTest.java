package io.deskmeter.agent.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real processes, one of which is stopped with a signal for 5 s. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class PauseWatchTest {
    private static final Duration STOPPED = Duration.ofSeconds(5);

    private Watched generator;
    private Watched inSession;
    private Watched desktop;

    /** A process that watches itself and says what it has noticed when it is asked. */
    private static final class Watched implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Watched(String kind) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            PauseWatchMain.class.getName(),
                            kind)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = process.inputReader(StandardCharsets.UTF_8);
            assertThat(out.readLine()).isEqualTo("watching");
        }

        /** The longest pause beyond the bound since it began, and the longest of all since the last question. */
        List<Double> seconds() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            return List.of(out.readLine().split(" ")).stream()
                    .map(Double::parseDouble)
                    .toList();
        }

        void signal(String name) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @BeforeEach
    void begin() throws IOException {
        generator = new Watched("generator");
        inSession = new Watched("in-session");
        desktop = new Watched("generator");
    }

    @AfterEach
    void end() {
        List.of(generator, inSession, desktop).forEach(Watched::close);
    }

    @Test
    void aStoppedProcessNoticesItsPauseAndTheOthersDoNot() throws Exception {
        generator.signal("STOP");
        inSession.signal("STOP");
        long stoppedAt = System.nanoTime();
        await().pollInterval(Duration.ofMillis(50)).until(() -> System.nanoTime() - stoppedAt >= STOPPED.toNanos());
        generator.signal("CONT");
        inSession.signal("CONT");

        for (Watched stopped : List.of(generator, inSession)) {
            assertThat(stopped.seconds()).allSatisfy(pause -> assertThat(pause).isBetween(4.5, 15.0));
        }
        // A generator must not take the pause of the desktop under test for its own.
        assertThat(desktop.seconds().get(0)).isZero();
    }
}
