package io.deskmeter.bench.search.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeathervaneRulesTest {

    private static List<Integer> loads(WeathervaneRules rules, int knee) {
        List<Integer> loads = new ArrayList<>();
        while (!rules.done()) {
            loads.add(rules.users());
            assertThat(loads).hasSizeLessThan(100);
            rules.decided(rules.users() <= knee);
        }
        return loads;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 49, 50, 99, 333, 1000})
    void comesWithinAPercentOfAKneeWithoutNoise(int knee) {
        WeathervaneRules rules = new WeathervaneRules(50, 1000);
        loads(rules, knee);
        assertThat(rules.maximum()).isBetween((int) (0.99 * knee), knee);
    }

    /** 100 to 500 in the ramp; then 400 + 40 each, half of the gap at most, three quarters of it down. */
    @Test
    void followsTheRules() {
        assertThat(loads(new WeathervaneRules(100, 10_000), 430))
                .startsWith(100, 200, 300, 400, 500, 400, 440, 410, 425, 433);
    }

    @Test
    void widensItsStepAfterThreePasses() {
        assertThat(loads(new WeathervaneRules(100, 10_000), 499))
                .startsWith(100, 200, 300, 400, 500, 400, 440, 480, 530);
    }
}
