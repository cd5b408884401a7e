package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testsupport.docs.GeneratedSection;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptimisationSetTest {
    private static final String OWN = """
            optimisations:
              - {id: man-db-timer, reason: %s, profile: measure, scope: machine, default: d, risk: r, basis: tried, unit: %s}
            """;

    @TempDir
    private Path folder;

    @Test
    void eachProfileHasThoseBefore() throws Exception {
        List<String> measure = ids(Profile.MEASURE);
        List<String> density = ids(Profile.DENSITY);

        assertThat(ids(Profile.NONE)).isEmpty();
        assertThat(measure).isNotEmpty().doesNotHaveDuplicates();
        assertThat(density).containsAll(measure).hasSizeGreaterThan(measure.size());
    }

    /** Run with {@code -Dupdate.docs=true} to write the page anew. */
    @Test
    void thePageShowsEachOfThem() throws Exception {
        StringBuilder table = new StringBuilder("""
                | id | profile | why | wanted | default | risk | |
                | --- | --- | --- | --- | --- | --- | --- |
                """);
        for (Optimisation one : OptimisationSet.shipped()) {
            table.append("| `%s` | %s | %s | `%s` | %s | %s | %s |\n"
                    .formatted(
                            one.id(),
                            one.profile().word(),
                            one.reason(),
                            one.change().wanted(),
                            one.byDefault(),
                            one.risk(),
                            one.basis().word()));
        }
        GeneratedSection.check(
                Path.of("..", "docs", "reference", "optimisations.md"), "optimisations", table.toString());
    }

    private static List<String> ids(Profile profile) throws Exception {
        return OptimisationSet.of(profile, List.of()).optimisations().stream()
                .map(Optimisation::id)
                .toList();
    }

    @Test
    void theChecksumIsOfWhatIsSet() throws Exception {
        String shipped = checksum(List.of());
        String own = checksum(List.of(own("r", "man-db.timer")));

        assertThat(shipped).matches("[0-9a-f]{64}").isEqualTo(checksum(List.of()));
        assertThat(own).as("other conditions").isNotEqualTo(shipped);
        assertThat(checksum(List.of(own("another reason", "man-db.timer"))))
                .as("only words differ")
                .isEqualTo(own);
        assertThat(checksum(List.of(own("r", "other.timer")))).isNotEqualTo(own);
    }

    private static String checksum(List<Path> own) throws Exception {
        return OptimisationSet.of(Profile.MEASURE, own).checksum();
    }

    private Path own(String reason, String unit) throws Exception {
        return Files.writeString(Files.createTempFile(folder, "own", ".yaml"), OWN.formatted(reason, unit));
    }
}
