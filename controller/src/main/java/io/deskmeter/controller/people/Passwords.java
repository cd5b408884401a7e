package io.deskmeter.controller.people;

import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.link.access.Token;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Encodes and compares passwords. Each costs a core a tenth of a second on purpose; one at a time, so that strangers who try many cannot take the machine
 * from what is measured. Thread-safe.
 */
@Component
final class Passwords {
    static final int SHORTEST = 12;
    /** What bcrypt reads. */
    static final int LONGEST_BYTES = 72;

    private static final int MOST_WAITING = 10;
    private static final long WAIT_SECONDS = 5;

    private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();
    private final Semaphore one = new Semaphore(1, true);
    /** Compared with what is said for names that nobody has, so that the time tells nothing. */
    private volatile String nobodys = "";

    /**
     * Encodes a new password.
     *
     * @throws InvalidRequestException if it is too short or too long; the message does not contain it
     */
    String encode(String password) {
        int characters = password.codePointCount(0, password.length());
        if (characters < SHORTEST) {
            throw new InvalidRequestException("password: " + characters + " characters (expected: at least " + SHORTEST
                    + "; hint: several words are easy to remember)");
        }
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_BYTES) {
            throw new InvalidRequestException(
                    "password: " + bytes + " bytes (expected: at most " + LONGEST_BYTES + ", as UTF-8)");
        }
        return alone(() -> encoder.encode(password));
    }

    /**
     * Whether a password is the stored one. Takes as long for one that is not stored.
     *
     * @throws TooManyAttemptsException if too many are being compared
     */
    boolean matches(String said, Optional<String> stored) {
        boolean comparable = said.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES;
        String compared = comparable ? said : "";
        return alone(() -> encoder.matches(compared, stored.orElseGet(this::nobodys)))
                && stored.isPresent()
                && comparable;
    }

    /** Whether the encoding of a stored password is outdated. */
    boolean isOutdated(String stored) {
        return encoder.upgradeEncoding(stored);
    }

    private String nobodys() {
        if (nobodys.isEmpty()) {
            nobodys = encoder.encode(Token.random().text());
        }
        return nobodys;
    }

    private <T> T alone(Supplier<T> work) {
        try {
            if (one.getQueueLength() >= MOST_WAITING || !one.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new TooManyAttemptsException(
                        "log-in: many others are logging in (expected: fewer)", WAIT_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TooManyAttemptsException(
                    "log-in: the controller is ending (expected: a running one)", WAIT_SECONDS);
        }
        try {
            return work.get();
        } finally {
            one.release();
        }
    }
}
