package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.measure.search.RandomHistory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever happens at a load point, its account and all its figures add up, and nothing that goes worse makes it pass.
 */
@Tag("slow")
class AccountPropertyTest {
    private static final int HISTORIES = 2_000;

    @Test
    void theAccountOfAnyHistoryAddsUp() {
        long seed = new SplittableRandom().nextLong();
        AccountProperties.check(seed, HISTORIES);
    }

    /** A judge that leaves one kind of ending out is caught by the same assertions. */
    @ParameterizedTest
    @EnumSource(AccountProperties.LeftOut.class)
    void aJudgeThatLeavesSomethingOutIsCaught(AccountProperties.LeftOut what) {
        long seed = 20_261_126;
        RandomHistory history = new RandomHistory(seed);
        while (!what.concerns(history)) {
            history = new RandomHistory(++seed);
        }
        RandomHistory told = history;
        AccountProperties.addsUp(told, told.judge());
        assertThatThrownBy(() -> AccountProperties.addsUp(told, what.judge(told)))
                .as("seed %d without %s", seed, what)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void someHistoriesPassAndSomeDoNot() {
        int passed = 0;
        for (long seed = 0; seed < 200; seed++) {
            passed += new RandomHistory(seed).judge().pass() ? 1 : 0;
        }
        assertThat(passed)
                .as("of 200: a property of points that pass needs some")
                .isBetween(20, 180);
    }
}
