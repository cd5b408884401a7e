package io.deskmeter.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {
    private Instant now = Instant.parse("2026-11-27T10:00:00Z");
    private final LoginAttempts attempts = new LoginAttempts(() -> now);

    private long waits(String name, String address) {
        try {
            attempts.begin(name, address);
            return 0;
        } catch (TooManyAttemptsException e) {
            return e.seconds();
        }
    }

    @Test
    void theWaitOfANameDoublesFromEverywhere() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", "192.0.2." + i)).isZero();
        }
        for (long wait : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(waits("anna", "198.51.100.1")).isEqualTo(wait);
            assertThat(waits("ben", "198.51.100.1")).isZero();
            attempts.succeeded("ben", "198.51.100.1");
            now = now.plusSeconds(wait);
            assertThat(waits("anna", "198.51.100.1")).isZero();
        }
        now = now.plusSeconds(60);
        assertThat(waits("anna", "198.51.100.1")).isZero();
        attempts.succeeded("anna", "198.51.100.1");
        assertThat(waits("anna", "198.51.100.1")).isZero();
    }

    @Test
    void anAddressThatTriesManyNamesWaitsToo() {
        for (int i = 0; i < LoginAttempts.FREE_OF_ADDRESS; i++) {
            assertThat(waits("name" + i, "192.0.2.1")).isZero();
        }
        assertThat(waits("another", "192.0.2.1")).isEqualTo(1);
        assertThat(waits("another", "192.0.2.2")).isZero();
    }

    @Test
    void attemptsDuringTheWaitDoNotLengthenIt() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            attempts.begin("anna", "192.0.2.1");
        }
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> attempts.begin("anna", "192.0.2.1"))
                    .isInstanceOf(TooManyAttemptsException.class)
                    .hasMessageContaining("(expected: ");
        }
        now = now.plusSeconds(1);
        assertThat(waits("anna", "192.0.2.1")).isZero();
        now = now.plus(Duration.ofHours(2));
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", "192.0.2.1")).isZero();
        }
    }

    /** Each would otherwise be kept as it came, of a megabyte. */
    @Test
    void longNamesAreOne() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits(i + "x".repeat(1000), "192.0.2." + i)).isZero();
        }
        assertThat(waits("y".repeat(1000), "192.0.2.99")).isEqualTo(1);
    }
}
