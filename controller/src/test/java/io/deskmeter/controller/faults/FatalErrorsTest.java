package io.deskmeter.controller.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that has lost a thread for lack of memory does not live on. */
@Tag("slow")
class FatalErrorsTest {
    @ParameterizedTest
    @CsvSource({"no-threads, 3", "caught, 3", "wrapped, 3", "deep, 0", "bug, 0"})
    void aProgramEndsWhenTheJvmHasNothingLeft(String what, int expected) throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        what)
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).as(said).isEqualTo(expected);
        } finally {
            program.destroyForcibly();
        }
    }

    /** Its main thread ends it after its thread has failed, but much later than it should end by itself. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            FatalErrors.endProgram();
            InternalFaults faults = new InternalFaults(InstantSource.system());
            Error noThreads = new OutOfMemoryError("unable to create native thread");
            CountDownLatch done = new CountDownLatch(1);
            Thread thread = new Thread(
                    () -> {
                        try {
                            switch (args[0]) {
                                case "no-threads" -> throw noThreads;
                                case "caught" -> faults.report("a test", noThreads);
                                case "wrapped" -> faults.report("a test", new IllegalStateException(noThreads));
                                case "deep" -> throw new StackOverflowError();
                                default -> throw new IllegalStateException("a bug");
                            }
                        } finally {
                            done.countDown();
                        }
                    },
                    "failing");
            thread.start();
            done.await();
            thread.join();
            System.exit(0);
        }
    }
}
