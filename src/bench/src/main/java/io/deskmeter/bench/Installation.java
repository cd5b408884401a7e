package io.deskmeter.bench;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the programs are that a benchmark starts: the tree that {@code ./deskmeter} has built. */
public final class Installation {
    @Option(names = "--home", hidden = true, defaultValue = "${sys:deskmeter.home:-.}")
    private Path folder = Path.of("");

    /** {@code ./deskmeter} itself. */
    public Path launcher() {
        return folder.resolve("deskmeter");
    }

    /** The folder of workloads that are shipped. */
    public Path workloads() {
        return folder.resolve("workloads");
    }

    /** The file of the agent's options for its virtual machine. */
    public Path agentJvm() {
        return folder.resolve("agent").resolve("jvm.args");
    }
}
