package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.testsupport.docs.GeneratedSection;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import io.deskmeter.workload.targets.Optimisation.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptimisationSetTest {
    private static final String OWN = """
            optimisations:
              - {id: man-db-timer, reason: %s, profile: measure, scope: machine, default: d, risk: r, basis: tried, unit: %s}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void eachProfileHasThoseBefore(OperatingSystem system) throws Exception {
        List<String> measure = ids(Profile.MEASURE, system);
        List<String> density = ids(Profile.DENSITY, system);

        assertThat(ids(Profile.NONE, system)).isEmpty();
        assertThat(measure).isNotEmpty().doesNotHaveDuplicates();
        assertThat(density).containsAll(measure).hasSizeGreaterThan(measure.size());
    }

    /** Run with {@code -Dupdate.docs=true} to write the page anew. */
    @Test
    void thePageShowsEachOfThem() throws Exception {
        for (OperatingSystem system : OperatingSystem.values()) {
            StringBuilder table = new StringBuilder("""
                    | id | profile | scope | why | wanted | default | risk | |
                    | --- | --- | --- | --- | --- | --- | --- | --- |
                    """);
            for (Optimisation one : OptimisationSet.shipped()) {
                if (one.system() == system) {
                    table.append("| `%s` | %s | %s | %s | `%s` | %s | %s | %s |\n"
                            .formatted(
                                    one.id(),
                                    one.profile().word(),
                                    one.scope().word(),
                                    one.reason(),
                                    one.change().wanted(),
                                    one.byDefault(),
                                    one.risk(),
                                    one.basis().word()));
                }
            }
            GeneratedSection.check(
                    Path.of("..", "docs", "reference", "optimisations.md"),
                    system.word() + " optimisations",
                    table.toString());
        }
    }

    /** Values of a user that are policies can only be set by administrators. */
    @Test
    void usersMaySetWhatIsOfScopeUser() {
        assertThat(OptimisationSet.shipped())
                .filteredOn(one -> one.change() instanceof RegistryValue && one.scope() == Scope.USER)
                .isNotEmpty()
                .allSatisfy(one ->
                        assertThat(one.change().wanted()).startsWith("HKCU\\").doesNotContain("\\Policies\\"));
        assertThat(OptimisationSet.shipped()).extracting(Optimisation::id).doesNotHaveDuplicates();
    }

    @Test
    void aFileForAnotherSystemIsRefused() throws Exception {
        Path linux = own("r", "man-db.timer");

        assertThatThrownBy(() -> OptimisationSet.of(Profile.MEASURE, OperatingSystem.WINDOWS, List.of(linux)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(linux + ": for linux (expected: a file for windows");
    }

    private static List<String> ids(Profile profile, OperatingSystem system) throws Exception {
        return OptimisationSet.of(profile, system, List.of()).optimisations().stream()
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
        return OptimisationSet.of(Profile.MEASURE, OperatingSystem.LINUX, own).checksum();
    }

    private Path own(String reason, String unit) throws Exception {
        return Files.writeString(Files.createTempFile(folder, "own", ".yaml"), OWN.formatted(reason, unit));
    }
}
