package io.deskmeter.controller.people;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Slows those down who guess passwords: for each name and for each address, some attempts that fail are free, then the wait doubles with each one. Attempts
 * during the wait are refused without a look at the password, and do not lengthen it. In memory: a restart forgives. Thread-safe.
 */
@Component
final class LoginAttempts {
    static final int FREE_OF_NAME = 5;
    /** Many people may share one address. */
    static final int FREE_OF_ADDRESS = 20;

    static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN = Duration.ofHours(1);
    private static final int MOST = 20_000;
    /** Of a name and an address. */
    private static final int LONGEST_NAME = 200;

    private static final int LARGEST_DOUBLING = 10;

    private final InstantSource wall;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST;
        }
    };

    LoginAttempts(InstantSource wall) {
        this.wall = wall;
    }

    private record Failures(int count, Instant last) {}

    /**
     * Admits an attempt, as one that fails until {@link #succeeded} is told: of several at the same time each one counts.
     *
     * @throws TooManyAttemptsException if it is too early
     */
    synchronized void begin(String name, String address) {
        Instant now = wall.instant();
        Duration wait = longer(wait(ofName(name), FREE_OF_NAME, now), wait(ofAddress(address), FREE_OF_ADDRESS, now));
        if (wait.compareTo(Duration.ZERO) > 0) {
            long seconds = wait.plusMillis(999).toSeconds();
            throw new TooManyAttemptsException(
                    "log-in: too many attempts have failed (expected: the next one in " + seconds + " s)", seconds);
        }
        failed(ofName(name), now);
        failed(ofAddress(address), now);
    }

    /** The attempt was right. An address keeps its other failures: who guesses may know one password. */
    synchronized void succeeded(String name, String address) {
        failures.remove(ofName(name));
        failures.computeIfPresent(
                ofAddress(address),
                (key, before) -> before.count == 1 ? null : new Failures(before.count - 1, before.last));
    }

    /** Nobody has a longer one; kept as they come, some thousands of them would take all memory. */
    private static String ofName(String name) {
        return name.length() > LONGEST_NAME ? "names that are too long" : "name " + name;
    }

    private static String ofAddress(String address) {
        return "address " + address;
    }

    private Duration wait(String key, int free, Instant now) {
        Failures before = failures.get(key);
        if (before == null || before.count < free || now.isAfter(before.last.plus(FORGOTTEN))) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(LARGEST_DOUBLING, before.count - free));
        Duration wait = doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled;
        return Duration.between(now, before.last.plus(wait));
    }

    private void failed(String key, Instant now) {
        Failures before = failures.get(key);
        int count = before == null || now.isAfter(before.last.plus(FORGOTTEN)) ? 0 : before.count;
        failures.put(key, new Failures(count + 1, now));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
