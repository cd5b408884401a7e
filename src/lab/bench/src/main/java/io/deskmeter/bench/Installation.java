package io.deskmeter.bench;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The programs that a benchmark starts, in the tree that {@code ./deskmeter} has built. */
public final class Installation {
    @Option(names = "--home", hidden = true, defaultValue = "${sys:deskmeter.home:-.}")
    private Path folder = Path.of("");

    /** {@code ./deskmeter} itself. */
    public Path launcher() {
        return folder.resolve("deskmeter");
    }

    /** The folder of built-in workloads. */
    public Path workloads() {
        return folder.resolve("workloads");
    }

    /** The file of the agent's options for its virtual machine. */
    public Path agentJvm() {
        return folder.resolve("agent").resolve("jvm.args");
    }
}
