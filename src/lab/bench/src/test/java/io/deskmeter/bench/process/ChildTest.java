package io.deskmeter.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
    @TempDir
    Path folder;

    @Test
    void allThatItPrintsStandsInItsLog() throws Exception {
        Path log = Files.writeString(folder.resolve("log"), "of an earlier one\n");
        try (Child child = Child.start(
                "shell",
                List.of("sh", "-c", "echo \"$WORD\"; echo wrong >&2; read line; echo done"),
                Map.of("WORD", "ready"),
                log)) {
            child.await("ready", 20_000);
            child.say("go on");
            child.await("done", 20_000);
        }
        assertThat(Files.readAllLines(log))
                .startsWith("of an earlier one")
                .containsExactlyInAnyOrder("of an earlier one", "ready", "wrong", "done");
    }
}
