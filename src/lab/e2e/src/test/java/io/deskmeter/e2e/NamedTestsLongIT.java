package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What who changes Deskmeter does in a fresh clone: a test by its name, and the format of the sources. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class NamedTestsLongIT {
    private static final Duration BUILDING = Duration.ofMinutes(15);
    private static final String CLASS = "src/measure/src/main/java/io/deskmeter/measure/statistics/Quantiles.java";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void aTestRunsByItsNameAndSourcesAreFormatted() throws Exception {
        Path clone = folder.resolve("clone");
        Machine.here(Duration.ofMinutes(1), "git", "clone", "-q", Program.HOME.toString(), clone.toString());
        String printed = launch(clone, "test", "--yes", "QuantilesTest");
        assertThat(printed).containsPattern("Tests run: [1-9]").contains("QuantilesTest");

        Path source = clone.resolve(CLASS);
        String formatted = Files.readString(source);
        Files.writeString(source, formatted.replace("    ", "  "));
        launch(clone, "format", "--yes");
        assertThat(source).hasContent(formatted);
    }

    private static String launch(Path clone, String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = clone.resolve("deskmeter").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return Machine.here(BUILDING, command);
    }
}
