package io.deskmeter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real programs. */
@Tag("slow")
class EndOfInputTest {
    private static final int ENDED_IN_ORDER = 7;
    private static final int START_SECONDS = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void aProgramEndsInOrderWhenItsInputEnds() throws Exception {
        Process program = start("orderly", "30");
        program.getOutputStream().close();
        assertThat(program.waitFor(START_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(ENDED_IN_ORDER);
    }

    @Test
    void whatIsWrittenToItDoesNotEndIt() throws Exception {
        Process program = start("orderly", "30");
        try (OutputStream input = program.getOutputStream()) {
            input.write("a line\nand half of one".getBytes(StandardCharsets.UTF_8));
            input.flush();
            assertThat(program.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(program.waitFor(START_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(ENDED_IN_ORDER);
    }

    @Test
    void aProgramThatDoesNotEndInOrderIsHalted() throws Exception {
        Process program = start("hangs", "1");
        program.getOutputStream().close();
        assertThat(program.waitFor(START_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(EndOfInput.HALTED);
    }

    /** A killed program closes the pipe, too: the one that it has started ends. */
    @Test
    void aProgramEndsWhenTheOneThatStartedItIsKilled() throws Exception {
        Process parent = start("parent", "30");
        ProcessHandle child = ProcessHandle.of(
                        Long.parseLong(parent.inputReader().readLine().strip()))
                .orElseThrow();
        try {
            assertThat(parent.inputReader().readLine()).isEqualTo("ready");
            parent.destroyForcibly();
            assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(START_SECONDS));
        } finally {
            child.destroyForcibly();
        }
    }

    /** Reproducer: the line with the join token was read as what is ignored, and the agent waited for it for ever. */
    @Test
    void aJoinTokenIsReadBeforeTheEndIsAwaited() throws Exception {
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentMain.class.getName(),
                        "--controller",
                        "127.0.0.1:1",
                        "--workloads",
                        Path.of("..", "workloads").toString(),
                        "--state",
                        folder.toString(),
                        "--join",
                        "-",
                        "--end-with-input")
                .redirectErrorStream(true)
                .start();
        started.add(agent);
        OutputStream input = agent.getOutputStream();
        // So that who waits for the end could have read it.
        assertThat(agent.waitFor(2, TimeUnit.SECONDS)).isFalse();
        input.write("no token\n".getBytes(StandardCharsets.UTF_8));
        input.flush();
        assertThat(agent.waitFor(START_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(new String(agent.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("join token: 8 characters (expected: ");
    }

    /** Returns when it has said that it runs; a parent first says which child it has. */
    private Process start(String what, String seconds) throws IOException {
        Process program = builder(what, seconds).start();
        started.add(program);
        if (!what.equals("parent")) {
            assertThat(program.inputReader().readLine()).isEqualTo("ready");
        }
        return program;
    }

    private static ProcessBuilder builder(String what, String seconds) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Watching.class.getName(),
                        what,
                        seconds)
                .redirectError(Redirect.INHERIT);
    }

    /**
     * The program: {@code orderly}, one that {@code hangs} when it is to end, or the {@code parent} of an orderly one.
     */
    static final class Watching {
        private Watching() {}

        public static void main(String[] args) throws Exception {
            if (args[0].equals("parent")) {
                Process child = builder("orderly", args[1]).start();
                System.out.println(child.pid());
                System.out.println(child.inputReader().readLine());
                TimeUnit.MINUTES.sleep(5);
                return;
            }
            CountDownLatch ended = new CountDownLatch(1);
            Runnable end = args[0].equals("hangs") ? () -> {} : ended::countDown;
            EndOfInput.watch(System.in, end, Duration.ofSeconds(Long.parseLong(args[1])));
            System.out.println("ready");
            ended.await();
            System.exit(ENDED_IN_ORDER);
        }
    }
}
