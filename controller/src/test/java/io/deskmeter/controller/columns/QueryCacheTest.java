package io.deskmeter.controller.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueryCacheTest {
    private final QueryCache answers = new QueryCache();
    private final AtomicInteger computed = new AtomicInteger();

    private String ask(@Nullable Object... details) {
        return answers.of(String.class, Arrays.asList(details), () -> "answer " + computed.incrementAndGet());
    }

    @Test
    void theSameIsComputedOnce() {
        assertThat(ask("group", 0, null)).isEqualTo("answer 1");
        assertThat(ask("group", 0, null)).isEqualTo("answer 1");
        assertThat(ask("group", 0, true)).isEqualTo("answer 2");
        assertThat(answers.of(Integer.class, Arrays.asList("group", 0, null), () -> 7))
                .isEqualTo(7);
    }

    @Test
    void onlyTheLatestFewAreKept() {
        ask("first");
        for (int other = 0; other < 7; other++) {
            ask(other);
        }
        assertThat(ask("first")).isEqualTo("answer 1");
        ask("one too many");
        assertThat(List.of(ask("first"), ask(0))).containsExactly("answer 1", "answer 10");
    }
}
