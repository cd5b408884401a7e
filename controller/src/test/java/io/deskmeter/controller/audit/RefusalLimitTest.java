package io.deskmeter.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusalLimitTest {
    private long now = -5;
    private final RefusalLimit limit = new RefusalLimit(() -> now);

    @Test
    void eachSenderHasItsOwnAndWhatIsLeftOutIsTold() {
        for (int i = 0; i < RefusalLimit.MOST; i++) {
            assertThat(limit.admit("a")).contains("");
        }
        for (int i = 0; i < 7; i++) {
            assertThat(limit.admit("a")).isEmpty();
        }
        assertThat(limit.admit("b")).hasValueSatisfying(text -> assertThat(text).startsWith("; 7 more refused"));
        assertThat(limit.admit("b")).contains("");
        assertThat(limit.admit("a")).isEmpty();
        now += Duration.ofSeconds(60).toNanos();
        assertThat(limit.admit("a")).hasValueSatisfying(text -> assertThat(text).startsWith("; 1 more refused"));
    }

    @Test
    void manySendersShareOne() {
        for (int i = 0; i < RefusalLimit.MOST_SENDERS; i++) {
            assertThat(limit.admit("sender " + i)).contains("");
        }
        for (int i = 0; i < RefusalLimit.MOST; i++) {
            assertThat(limit.admit("another " + i)).contains("");
        }
        assertThat(limit.admit("one more")).isEmpty();
        assertThat(limit.admit("sender 1")).isPresent();
    }
}
