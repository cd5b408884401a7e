package io.deskmeter.testkit.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a truth program prints, and what its caller makes of it. */
@Timeout(240)
class TruthProcessTest {
    @TempDir
    private Path folder;

    /**
     * The reply to an earlier command comes late, as on a busy machine; then commands are executed, and ended with the
     * word "hide".
     */
    public static final class Late {
        private Late() {}

        public static void main(String[] args) throws IOException {
            PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            out.println("ready here");
            out.println("done arm 1 5");
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null && !line.equals("hide"); line = in.readLine()) {
                out.println(new Answer(2, 10, 20, 30, 0).line());
                out.println("done " + line);
            }
        }
    }

    private TruthProcess start(BlockingQueue<Answer> answers) throws IOException {
        return TruthProcess.start(List.of(), Late.class, List.of(), Map.of(), folder.resolve("errors"), answers::add);
    }

    @Test
    void theReplyToAnEarlierCommandIsNotTakenForThatOfTheNext() throws Exception {
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        try (TruthProcess program = start(answers)) {
            program.arm(2, 7);
            assertThat(answers).containsExactly(new Answer(2, 10, 20, 30, 0));
        }
    }

    @Test
    void aProgramThatEndsIsNamedWithWhatItPrintedLast() throws Exception {
        try (TruthProcess program = start(new LinkedBlockingQueue<>())) {
            assertThatThrownBy(() -> program.mark(false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("truth process " + program.pid() + ": printed \"ended\"")
                    .hasMessageContaining("expected: \"done hide\"");
        }
    }
}
