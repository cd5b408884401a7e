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

/** What a benchmark says to the one who has started it: a mixin of its command, with no options. Any thread may use {@link #say}. */
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

    /** For all else. */
    public PrintWriter err() {
        return line().getErr();
    }

    /** Tells how far it is, or what went wrong on the way, after the benchmark's name. */
    public void say(String what) {
        PrintWriter err = err();
        err.println(line().getCommandName() + ": " + what);
        err.flush();
    }

    /** Prints the table, writes the file and says where it is. */
    public void show(BenchReport report, Path folder) throws IOException {
        PrintWriter out = out();
        report.print(out);
        out.println(report.write(folder));
        out.flush();
    }

    /**
     * Ends what was started also when the user interrupts (SIGINT, SIGTERM), until this guard is closed; says what is left behind where that fails.
     *
     * @param started may be closed by the program meanwhile, and again by it after this
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
