package io.deskmeter.bench;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the folder of a benchmark's result: a mixin of its command. */
public final class OutOption {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for bench-${COMMAND-NAME}.json (default: the current folder).")
    private Path folder = Path.of(".");

    /** The folder. */
    public Path folder() {
        return folder;
    }
}
