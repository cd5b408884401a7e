package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** {@code ./deskmeter run} of a profile, with a controller and an agent of its own; closing it ends it. */
final class RunCommand implements AutoCloseable {
    private final Program program;
    private final Path out;

    private RunCommand(Program program, Path out) {
        this.program = program;
        this.out = out;
    }

    /**
     * Starts one.
     *
     * @param name of the profile's file and of the folder of the results, both below the folder
     * @param profile its YAML
     */
    static RunCommand start(Path folder, String name, String profile) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), profile);
        Path out = folder.resolve(name);
        Program program = Program.start(
                folder,
                Map.of("HOME", folder.toString()),
                "run",
                file.toString(),
                "--out",
                out.toString(),
                "--data",
                folder + "/data");
        return new RunCommand(program, out);
    }

    /** Runs a profile to its end, which must be that of a run without a failure; its results. */
    static Results succeed(Path folder, String profile, Duration atMost) throws IOException, InterruptedException {
        try (RunCommand run = start(folder, "out", profile)) {
            Program.Ended ended = run.program.await(atMost);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            return run.results();
        }
    }

    Program program() {
        return program;
    }

    Results results() {
        return new Results(out);
    }

    @Override
    public void close() throws InterruptedException {
        program.close();
    }
}
