package io.deskmeter.controller.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A run without a browser. */
@Command(
        description = "Does the run of a profile and writes its report. Ctrl-C stops it cleanly, a second one at once.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "PROFILE.yaml", description = "a run profile")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path profile;

    @Mixin
    private final RunOptions options = new RunOptions();

    RunCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        String yaml = read();
        return new Headless(options, out, err).run(client -> new Headless.Document(profile.toString(), yaml));
    }

    private String read() throws CommandException {
        try {
            return Files.readString(profile);
        } catch (NoSuchFileException e) {
            throw CommandException.input("profile: " + profile + " (expected: a file that exists)");
        } catch (IOException e) {
            throw CommandException.input(
                    "profile: " + profile + " cannot be read: " + e + " (expected: a YAML file in UTF-8)");
        }
    }
}
