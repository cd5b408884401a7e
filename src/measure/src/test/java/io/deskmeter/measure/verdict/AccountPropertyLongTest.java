package io.deskmeter.measure.verdict;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The properties of {@link AccountPropertyTest} for many more histories. */
class AccountPropertyLongTest {
    private static final int HISTORIES = 100_000;

    @Test
    void theAccountOfAnyHistoryAddsUp() {
        AccountProperties.check(new SplittableRandom().nextLong(), HISTORIES);
    }
}
