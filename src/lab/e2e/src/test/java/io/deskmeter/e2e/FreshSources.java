package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody has who has just got the sources: a clone, with what is changed here, and nothing built. It goes when
 * it is closed.
 */
final class FreshSources implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration MAKING = Duration.ofMinutes(30);
    private static final String CLONE = """
            git clone --quiet "$0" "$1"
            cd "$0"
            git ls-files -z --deleted | (cd "$1" && xargs -0 rm -f --)
            git ls-files -z --modified --others --exclude-standard --deduplicate | tar --null --no-recursion --ignore-failed-read --files-from - -cf - | tar -xf - -C "$1"
            """;

    private final Path folder;

    private FreshSources(Path folder) {
        this.folder = folder;
    }

    static FreshSources at(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder.getParent());
        Machine.here(SOON, "bash", "-eu", "-o", "pipefail", "-c", CLONE, Program.HOME.toString(), folder.toString());
        return new FreshSources(folder);
    }

    /** As an earlier build would have, of sources that have changed since. */
    void leave(String file) throws IOException {
        Path left = folder.resolve(file);
        Files.createDirectories(left.getParent());
        Files.writeString(left, "of an earlier build");
    }

    /**
     * Builds the programs and packs them, without anything of the environment of this process but where programs are.
     *
     * @param windowsRuntime a Java for Windows, for the installer
     * @param host the name of the machine
     * @param environment as NAME=VALUE
     * @return what it printed
     */
    String makePackages(Path out, Path windowsRuntime, String umask, String host, String... environment)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("unshare", "--uts", "env", "-i"));
        command.addAll(List.of("PATH=" + System.getenv("PATH"), "HOME=" + System.getProperty("user.home")));
        command.addAll(List.of(environment));
        command.addAll(List.of("sh", "-ec", "umask \"$0\"; hostname \"$1\"; shift; exec \"$@\"", umask, host));
        command.addAll(List.of(folder.resolve("deskmeter").toString(), "package", "--yes", "--out", out.toString()));
        command.addAll(List.of("--windows-runtime", windowsRuntime.toString()));
        String printed = Machine.here(MAKING, command.toArray(String[]::new));
        assertThat(printed).contains("Building", "the jars of the agent, in the tree");
        return printed;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        Machine.here(SOON, "rm", "-rf", folder.toString());
    }
}
