package io.deskmeter.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.people.LoginAttempts.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

@Tag("slow")
class LoginAttemptsTest {
    private static final String HERE = "192.0.2.1";

    private Instant now = Instant.parse("2026-11-27T10:00:00Z");
    private final LoginAttempts attempts = new LoginAttempts(() -> now);

    private long waits(String name, String address, @Nullable String browser) {
        try {
            attempts.begin(name, address, browser);
            return 0;
        } catch (TooManyAttemptsException e) {
            return e.seconds();
        }
    }

    private long waits(String name, String address) {
        return waits(name, address, null);
    }

    /**
     * Reproducer: when the clock was set back by a day, everybody at an address that had logged in before waited for a
     * day.
     */
    @Test
    void aClockThatIsSetBackLocksNobodyOut() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(InstantSource.class, () -> () -> now);
            context.registerBean(LongSupplier.class, () -> () -> 0L);
            context.register(LoginAttempts.class);
            context.refresh();
            LoginAttempts ofController = context.getBean(LoginAttempts.class);
            ofController.begin("anna", HERE, null);
            now = now.minus(Duration.ofDays(1));
            ofController.begin("ben", HERE, null);
        }
    }

    @Test
    void theWaitOfANameDoublesAtThatAddress() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", HERE)).isZero();
        }
        for (long wait : new long[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            assertThat(waits("anna", HERE)).isEqualTo(wait);
            attempts.begin("ben", HERE, null).succeeded();
            now = now.plusSeconds(wait);
            assertThat(waits("anna", HERE)).isZero();
        }
        now = now.plusSeconds(300);
        attempts.begin("anna", HERE, null).succeeded();
        assertThat(waits("anna", HERE)).isZero();
    }

    /**
     * A stranger guesses a name every second, at ever other addresses, for a day; who has that name comes to a new
     * address now and then.
     */
    @Test
    void whoGuessesElsewhereDoesNotLockOut() {
        int guesses = 0;
        for (int second = 0; second < 86_400; second++) {
            now = now.plusSeconds(1);
            if (waits("anna", "198.51.100." + second % 250) == 0) {
                guesses++;
            }
            if (second % 600 == 0) {
                attempts.begin("anna", HERE, null).succeeded();
            }
        }
        // What that costs: 250 addresses guess as often as 250 times one address.
        assertThat(guesses).isLessThan(250 * (24 * 3600 / 300 + 30));
    }

    @Test
    void anAddressThatTriesManyNamesWaitsToo() {
        for (int i = 0; i < LoginAttempts.BURST_OF_SITE; i++) {
            assertThat(waits("name" + i, HERE)).isZero();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(waits("another" + i, HERE)).isEqualTo(2);
        }
        assertThat(waits("another", "192.0.2.2")).isZero();
        // And never for long, because many people may have that address.
        now = now.plus(LoginAttempts.EACH_OF_SITE);
        Attempt right = attempts.begin("another", HERE, null);
        assertThat(waits("one more", HERE)).isEqualTo(2);
        right.succeeded();
        assertThat(waits("one more", HERE)).isZero();
    }

    @Test
    void aBrowserThatIsKnownDoesNotWaitForOthersOfItsAddress() {
        for (int i = 0; i < 100; i++) {
            waits("anna", HERE);
            waits("name" + i, HERE);
        }
        assertThat(waits("anna", HERE)).isPositive();
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", HERE, "a browser of anna")).isZero();
        }
        // A stolen one is no way to guess for ever.
        assertThat(waits("anna", "192.0.2.2", "a browser of anna")).isEqualTo(1);
        assertThat(waits("anna", HERE, "another browser of anna")).isZero();
    }

    @Test
    void allAddressesOfANetworkOfIpv6AreOne() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", "2001:db8:0:1::" + i)).isZero();
        }
        assertThat(waits("anna", "2001:db8:0:1:ffff::1")).isEqualTo(1);
        assertThat(waits("anna", "2001:db8:0:2::1")).isZero();
    }

    @Test
    void attemptsDuringTheWaitDoNotLengthenIt() {
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            attempts.begin("anna", HERE, null);
        }
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> attempts.begin("anna", HERE, null))
                    .isInstanceOf(TooManyAttemptsException.class)
                    .hasMessageContaining("(expected: ");
        }
        now = now.plusSeconds(1);
        assertThat(waits("anna", HERE)).isZero();
        now = now.plus(Duration.ofHours(2));
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", HERE)).isZero();
        }
    }

    @Test
    void whatWasNotComparedDidNotFail() {
        for (int i = 0; i < 100; i++) {
            attempts.begin("anna", HERE, null).notCompared();
            attempts.begin("anna", HERE, "a browser").notCompared();
        }
        for (int i = 0; i < LoginAttempts.FREE_OF_NAME; i++) {
            assertThat(waits("anna", HERE)).isZero();
        }
        attempts.begin("ben", HERE, null).notCompared();
        assertThat(waits("anna", HERE)).isEqualTo(1);
    }

    /** Neither with other names at that address, nor from addresses without end. */
    @Test
    void nobodyHasFailuresForgotten() {
        for (int i = 0; i < 12; i++) {
            now = now.plus(LoginAttempts.LONGEST_WAIT);
            assertThat(waits("anna", HERE)).isZero();
        }
        assertThat(waits("anna", HERE)).isPositive();
        for (int i = 0; i < 2 * LoginAttempts.MOST_SITES; i++) {
            waits("x" + i, "10." + i / 65536 + "." + i / 256 % 256 + "." + i % 256);
        }
        assertThat(waits("anna", HERE)).isPositive();
        for (int i = 0; i < 60; i++) {
            now = now.plus(LoginAttempts.EACH_OF_SITE);
            waits("y" + i, HERE);
        }
        assertThat(waits("anna", HERE)).isPositive();
    }

    /**
     * A stranger who keeps a few other names failing, so that the guessed one is the first to give way, has as many
     * guesses as one without.
     */
    @Test
    void otherNamesGiveNoFurtherGuesses() {
        for (int i = 0; i < 8 * 15; i++) {
            waits("kept" + i % 15, HERE);
            now = now.plus(LoginAttempts.EACH_OF_SITE);
        }
        Instant begun = now;
        int guesses = 0;
        int other = 0;
        while (now.isBefore(begun.plus(Duration.ofDays(1)))) {
            for (int i = 0; i < 15; i++) {
                waits("kept" + i, HERE);
                now = now.plus(LoginAttempts.EACH_OF_SITE);
            }
            for (int i = 0; i < 300; i++) {
                if (waits("anna", HERE) == 0) {
                    guesses++;
                } else {
                    waits("other" + other++, HERE);
                }
                now = now.plus(LoginAttempts.EACH_OF_SITE);
            }
        }
        assertThat(guesses).isLessThan(24 * 3600 / 300 + 30);
    }

    /** One address with ever other names for two days. */
    @Test
    void namesThatAreForgottenTakeNoMemory() {
        long ofAnHour = 3600 / LoginAttempts.EACH_OF_SITE.toSeconds() + LoginAttempts.BURST_OF_SITE;
        for (int i = 0; i < 2 * 86_400; i++) {
            now = now.plusSeconds(1);
            waits("name" + i, HERE);
            assertThat(attempts.names()).isLessThanOrEqualTo((int) (2 * ofAnHour));
        }
        assertThat(attempts.names()).isPositive();
    }
}
