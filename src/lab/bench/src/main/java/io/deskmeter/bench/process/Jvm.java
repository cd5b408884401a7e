package io.deskmeter.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run Deskmeter's programs in the same kind of JVM. */
public final class Jvm {
    private Jvm() {}

    /**
     * The command of a program.
     *
     * @param options of the JVM
     */
    public static List<String> command(List<String> options, Class<?> program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(arguments);
        return command;
    }

    /** The argument by which {@code java} reads options from a file. */
    public static List<String> arguments(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    "agent's JVM arguments: " + file + " (expected: a file; hint: start by ./deskmeter bench)");
        }
        return List.of("@" + file.toAbsolutePath());
    }
}
