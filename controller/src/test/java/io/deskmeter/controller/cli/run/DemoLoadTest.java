package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The demo's load follows the machine and the user's bound. */
class DemoLoadTest {
    private static final Load RAMP = new Load.Ramp(12, 4, 60);

    @Test
    void aRampGrowsAndShrinksWithTheCores() {
        assertThat(DemoCommand.scale(RAMP, 2)).isEqualTo(RAMP);
        assertThat(DemoCommand.scale(RAMP, 16)).isEqualTo(new Load.Ramp(96, 32, 480));
        assertThat(DemoCommand.scale(RAMP, 1)).isEqualTo(new Load.Ramp(6, 2, 30));
        assertThat(DemoCommand.scale(new Load.Ramp(1, 1, 1), 1)).isEqualTo(new Load.Ramp(1, 1, 1));
    }

    @Test
    void numbersThatAreNamedStay() {
        assertThat(DemoCommand.scale(new Load.Fixed(3), 16)).isEqualTo(new Load.Fixed(3));
        assertThat(DemoCommand.scale(new Load.Steps(List.of(1, 2)), 16)).isEqualTo(new Load.Steps(List.of(1, 2)));
    }

    @Test
    void aSearchGetsTheTimeThatTheUserHas() {
        Load.FindMax search = new Load.FindMax(1, OptionalInt.of(40), 80, 0.05, false);
        Load within = DemoCommand.within(search, Duration.ofMinutes(10));
        assertThat(within).isEqualTo(search.within(Duration.ofMinutes(10)));
        assertThat(DemoCommand.scale(within, 4))
                .isEqualTo(new Load.FindMax(1, OptionalInt.of(80), 160, 0.05, false).within(Duration.ofMinutes(10)));
        assertThat(DemoCommand.cap(within, 30))
                .isEqualTo(new Load.FindMax(1, OptionalInt.of(30), 30, 0.05, false).within(Duration.ofMinutes(10)));
        assertThat(DemoCommand.within(RAMP, Duration.ofMinutes(10))).isEqualTo(RAMP);
    }

    @Test
    void otherUsersAreNamedAndTheHintAboutOfficeUsersIsDropped() throws Exception {
        String shipped = """
                id: demo
                workloads: { id: office, workloads: [office/writer] }
                load: { find-max: { hint: 40, max: 80 } }
                """;
        String fitted = DemoCommand.fitted("demo.yaml", shipped, 2, 6, Duration.ofMinutes(10), "knowledge-worker");
        assertThat(fitted)
                .contains("title: How many users of the profile knowledge-worker this machine holds\n")
                .contains("\nworkloads: knowledge-worker\n")
                .contains("    max: 6\n")
                .contains("    budget: 10m\n")
                .doesNotContain("hint");
        assertThat(DemoCommand.fitted("demo.yaml", shipped, 2, 6, Duration.ofMinutes(10), null))
                .contains("hint: 6")
                .contains("  id: office\n");
    }

    @Test
    void theUsersBoundHoldsForEveryLoad() {
        assertThat(DemoCommand.cap(RAMP, 3)).isEqualTo(new Load.Ramp(3, 4, 3));
        assertThat(DemoCommand.cap(new Load.Ramp(2, 2, 40), 3)).isEqualTo(new Load.Ramp(2, 2, 3));
        assertThat(DemoCommand.cap(new Load.Fixed(8), 3)).isEqualTo(new Load.Fixed(3));
        assertThat(DemoCommand.cap(new Load.Steps(List.of(1, 2, 4, 8)), 3)).isEqualTo(new Load.Steps(List.of(1, 2, 3)));
    }
}
