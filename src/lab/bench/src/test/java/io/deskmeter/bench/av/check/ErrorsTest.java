package io.deskmeter.bench.av.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorsTest {
    private final Errors errors = new Errors();

    @Test
    void figuresOfErrors() {
        for (int i = 1; i <= 20; i++) {
            errors.add(i % 2 == 0 ? i : -i, 10);
        }
        assertThat(errors.bias()).isEqualTo(-1);
        assertThat(errors.magnitude(0.95)).isEqualTo(19);
        assertThat(errors.magnitude(1)).isEqualTo(20);
        assertThat(errors.heldPercent()).isEqualTo(50);
        assertThat(errors.figures("Ms")).containsEntry("trials", 20).containsEntry("unknownPct", 0.0);
    }

    @Test
    void whatIsUnknownCountsAsATrialAndHasNoError() {
        errors.unknown("silent");
        errors.unknown("silent");
        assertThat(errors.unknownPercent()).isEqualTo(100);
        assertThat(errors.figures("Ms"))
                .containsEntry("trials", 2)
                .containsEntry("biasMs", null)
                .containsEntry("intervalContainsTruthPct", null)
                .containsEntry("reason", "{silent=2}");
    }
}
