package io.deskmeter.link.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.TimingRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process is killed while it appends: every batch that it had reported as stored is there. */
class SpoolKillTest {
    private static final int ENOUGH = 500;

    @TempDir
    Path dir;

    @Test
    void appendedBatchesSurviveKill9() throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long reported = 0;
        try (BufferedReader lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            while (reported < ENOUGH) {
                reported = Long.parseLong(lines.readLine());
            }
            writer.destroyForcibly();
            assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        try (TimingSpool spool = TimingSpool.open(dir)) {
            assertThat(spool.backlog()).isGreaterThanOrEqualTo(reported);
            assertThat(spool.unacknowledged(Integer.MAX_VALUE)).hasSize((int) spool.backlog());
        }
    }

    /** Appends until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            try (TimingSpool spool = TimingSpool.open(Path.of(args[0]))) {
                while (!out.checkError()) {
                    out.println(spool.append(
                            List.of(TimingRecord.newBuilder().setRunId("r1").build())));
                }
            }
        }
    }
}
