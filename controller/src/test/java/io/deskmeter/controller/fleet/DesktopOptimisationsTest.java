package io.deskmeter.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DesktopOptimisationsTest {
    private static final Map<String, String> MEASURE = Map.of("optimisations", "measure 0123456789ab", "cpus", "2");
    private static final Map<String, String> NONE = Map.of("cpus", "2");

    @Test
    void machinesThatAreAlikeDoNotDiffer() {
        assertThat(DesktopOptimisations.difference(Map.of())).isEmpty();
        assertThat(DesktopOptimisations.difference(Map.of("a", NONE, "b", Map.of())))
                .isEmpty();
        assertThat(DesktopOptimisations.difference(Map.of("a", MEASURE, "b", MEASURE)))
                .isEmpty();
    }

    @Test
    void aDifferenceNamesTheSetsAndAMachineOfEach() {
        assertThat(DesktopOptimisations.difference(Map.of("a", MEASURE, "b", NONE)))
                .contains("measure 0123456789ab on a, none on b");
        assertThat(DesktopOptimisations.difference(Map.of("a", MEASURE, "b", NONE, "c", NONE)))
                .contains("measure 0123456789ab on a, none on b and c");
        assertThat(DesktopOptimisations.difference(Map.of("a", NONE, "b", NONE, "c", NONE, "d", MEASURE)))
                .contains("measure 0123456789ab on d, none on a and 2 others");
    }
}
