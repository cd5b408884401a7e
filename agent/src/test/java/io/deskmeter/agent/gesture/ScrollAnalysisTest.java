package io.deskmeter.agent.gesture;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.gesture.ScrollAnalysis.ScrollStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScrollAnalysisTest {
    private static final List<ScrollStep> DOWN =
            List.of(new ScrollStep(100, 96), new ScrollStep(200, 192), new ScrollStep(300, 288));

    private static SeenOffset at(long at, double offset) {
        return new SeenOffset(at, at - 10, offset, false);
    }

    private static ScrollAnalysis down(SeenOffset... seen) {
        return new ScrollAnalysis(DOWN, 1, 0, List.of(seen));
    }

    @Test
    void aSkippedStepIsShownByTheNextOne() {
        ScrollAnalysis analysis = down(at(150, 96.4), at(350, 288));

        assertThat(analysis.firstShown())
                .extracting(Optional::orElseThrow)
                .extracting(SeenOffset::at)
                .containsExactly(150L, 350L, 350L);
        assertThat(analysis.distinct()).isEqualTo(2);
        assertThat(analysis.reversals()).isZero();
        assertThat(analysis.finalError()).isZero();
    }

    @Test
    void whatIsNeverShownIsUnknown() {
        ScrollAnalysis analysis = down(at(150, 96), at(250, 192));

        assertThat(analysis.firstShown().get(2)).isEmpty();
        assertThat(analysis.finalError()).isEqualTo(96);
    }

    @Test
    void motionsBackAreCounted() {
        assertThat(down(at(150, 96), at(210, 0), at(250, 192), at(320, 96), at(360, 288))
                        .reversals())
                .isEqualTo(2);
    }

    @Test
    void upwardsOffsetsFall() {
        ScrollAnalysis up = new ScrollAnalysis(
                List.of(new ScrollStep(100, 192), new ScrollStep(200, 96)),
                -1,
                288,
                List.of(at(130, 192), at(240, 96)));

        assertThat(up.firstShown())
                .extracting(Optional::orElseThrow)
                .extracting(SeenOffset::at)
                .containsExactly(130L, 240L);
        assertThat(up.reversals()).isZero();
    }

    @Test
    void tornFramesAndThoseFromBeforeShowNothing() {
        ScrollAnalysis analysis =
                down(at(90, 288), new SeenOffset(150, 140, 96, true), at(160, 96), at(250, 192), at(350, 288));

        assertThat(analysis.firstShown().get(0)).contains(at(160, 96));
    }
}
