package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./deskmeter bench …}. */
final class BenchProgram {
    private static final Duration ENOUGH = Duration.ofMinutes(5);

    private BenchProgram() {}

    /**
     * Runs a benchmark, which must end as it promises. It and its programs have the {@link FirstCompiler} alone.
     *
     * @param folder for what it writes
     * @return what it writes
     */
    static JsonNode run(Path folder, String name, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("bench", name, "--out=" + folder));
        arguments.addAll(List.of(options));
        try (Program program = Program.start(folder, FirstCompiler.ALONE, arguments.toArray(String[]::new))) {
            Program.Ended ended = program.await(ENOUGH);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("bench-" + name + ".json")));
    }
}
