package io.deskmeter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class BenchConsoleTest {
    /** A minimal benchmark. */
    @Command(name = "short")
    static final class ShortBench implements Callable<Integer> {
        @Option(names = "--out")
        private Path folder = Path.of(".");

        @Mixin
        private final BenchConsole terminal = new BenchConsole();

        @Mixin
        private final Installation home = new Installation();

        @Override
        public Integer call() throws Exception {
            terminal.say("starts " + home.launcher());
            BenchReport report = new BenchReport("short", Map.of());
            report.add(Map.of("answer", 42));
            terminal.show(report, folder);
            return 0;
        }
    }

    @Test
    void theTableAndItsFileGoToOneStreamAndProgressToTheOther(@TempDir Path folder) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new ShortBench());
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        assertThat(line.execute("--out", folder.toString(), "--home", "tree")).isZero();
        assertThat(err.toString().lines()).containsExactly("short: starts tree/deskmeter");
        assertThat(out.toString().lines())
                .containsExactly(
                        "answer", "42", folder.resolve("bench-short.json").toString());
        assertThat(folder.resolve("bench-short.json")).isNotEmptyFile();
    }
}
