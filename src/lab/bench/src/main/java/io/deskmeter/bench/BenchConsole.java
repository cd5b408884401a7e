package io.deskmeter.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The output of a benchmark: a mixin of its command, without options. Any thread may use {@link #say}. */
@Command
public final class BenchConsole {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private CommandLine line() {
        return Objects.requireNonNull(command, "a mixin of a command that picocli runs")
                .commandLine();
    }

    /** For results. */
    public PrintWriter out() {
        return line().getOut();
    }

    /** For all other output. */
    public PrintWriter err() {
        return line().getErr();
    }

    /** Prints progress or an error after the benchmark's name. */
    public void say(String what) {
        PrintWriter err = err();
        err.println(line().getCommandName() + ": " + what);
        err.flush();
    }

    /** Prints the table, writes the file and prints its path. */
    public void show(BenchReport report, Path folder) throws IOException {
        PrintWriter out = out();
        report.print(out);
        out.println(report.write(folder));
        out.flush();
    }

    /**
     * Ends the started programs also when the user interrupts (SIGINT, SIGTERM), until this guard is closed; if that
     * fails, reports what remains.
     *
     * @param started may be closed by the program before and after this
     */
    public InterruptHook endIfInterrupted(AutoCloseable started) {
        return InterruptHook.of("interrupted", () -> {
            try {
                started.close();
            } catch (Exception e) {
                say("left behind: " + e.getMessage());
            }
        });
    }
}
