package io.deskmeter.controller.run.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Load;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShareTextsTest {
    private static final WorkloadProfile QUARTER =
            Plans.sharing(new Load.Fixed(8), 0.25).profile().workloads();

    @Test
    void whoWorksWhatAtTheLoadPointsThatWereMeasured() {
        assertThat(ShareTexts.of(QUARTER, 8, 4, 12, 8))
                .isEqualTo("video/play 25 %: 1 of 4, 2 of 8 and 3 of 12 sessions");
        assertThat(ShareTexts.of(QUARTER, 1)).isEqualTo("video/play 25 %: 1 of 1 session");
        assertThat(ShareTexts.of(QUARTER)).isEqualTo("video/play 25 %");
    }

    @Test
    void percentagesAreExact() {
        assertThat(ShareTexts.percent(0.07)).isEqualTo("7 %");
        assertThat(ShareTexts.percent(0.29)).isEqualTo("29 %");
        assertThat(ShareTexts.percent(0.125)).isEqualTo("12.5 %");
        assertThat(ShareTexts.percent(QUARTER)).isEqualTo(Map.of("video/play", 25.0));
    }
}
