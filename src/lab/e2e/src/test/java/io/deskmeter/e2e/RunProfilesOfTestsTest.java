package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the run profiles in the end-to-end tests of this folder. */
class RunProfilesOfTestsTest {
    private static final Path TESTS = Path.of("src", "test", "java", "io", "deskmeter", "e2e");

    private static final Pattern LOAD = Pattern.compile("\\bload: *\\{");

    /**
     * With the default thresholds, a busy machine judges a load point as failed, and a test of something else fails
     * with it.
     */
    @Test
    void everyRunOfATestStatesItsThresholds() throws IOException {
        assertThat(testsWithLoad())
                .hasSizeGreaterThan(10)
                .allSatisfy(test -> assertThat(Files.readString(test))
                        .as("%s has a run profile without thresholds", test)
                        .contains("thresholds: {"));
    }

    private static List<Path> testsWithLoad() throws IOException {
        try (Stream<Path> files = Files.list(TESTS)) {
            return files.filter(file -> LOAD.matcher(read(file)).find()).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
