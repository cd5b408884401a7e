package io.deskmeter.controller.cli.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folders of this installation: from the launcher's system properties, the environment, or the working directory.
 */
public final class InstallationFolders {
    private static final String SECRETS_KEY = "DESKMETER_SECRETS_KEY";

    private InstallationFolders() {}

    public static Path workloads(@Nullable Path given) {
        return (given == null ? root().resolve("workloads") : given)
                .toAbsolutePath()
                .normalize();
    }

    public static Path data(@Nullable Path given) {
        String usual = System.getProperty("deskmeter.data", "");
        Path here = usual.isEmpty() ? root().resolve("data") : Path.of(usual);
        return (given == null ? here : given).toAbsolutePath().normalize();
    }

    /** The file with the key of the secrets in a data folder; null for the one that is there itself. */
    public static @Nullable Path secretsKey(@Nullable Path given) {
        String variable = System.getenv().getOrDefault(SECRETS_KEY, "").strip();
        return given == null && !variable.isEmpty() ? Path.of(variable) : given;
    }

    private static Path root() {
        return Path.of(System.getProperty("deskmeter.home", ""));
    }

    /** A program and what it must find in its environment. */
    public record Program(List<String> command, Map<String, String> environment) {}

    /**
     * The command that starts an agent: {@code deskmeter.agent.command}, its words separated by blanks, or the
     * launcher.
     */
    public static Program agent() throws CommandException {
        String command = System.getProperty("deskmeter.agent.command", "").strip();
        if (!command.isEmpty()) {
            return new Program(List.of(command.split("\\s+", -1)), Map.of());
        }
        String launcher = System.getProperty("deskmeter.launcher", "");
        if (!launcher.isEmpty()) {
            return new Program(List.of(launcher, "agent"), Map.of("DESKMETER_READY", "yes"));
        }
        throw CommandException.input(
                "agent: cannot be started (expected: a start through ./deskmeter; hint: or use --controller URL)");
    }
}
