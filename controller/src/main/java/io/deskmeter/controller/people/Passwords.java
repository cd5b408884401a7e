package io.deskmeter.controller.people;

import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.link.access.Token;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Encodes and compares passwords. Each costs a core a tenth of a second on purpose; one at a time, so that strangers
 * who try many cannot take the machine from what is measured. Few wait, of each site fewer, and those who are known
 * have places of their own. Thread-safe.
 */
@Component
final class Passwords {
    static final int SHORTEST = 12;
    /** What bcrypt reads. */
    static final int LONGEST_BYTES = 72;

    /** At work or waiting, of those who are known and of all others. */
    private static final int MOST_WAITING = 10;

    private static final int MOST_OF_SITE = 2;
    private static final long WAIT_SECONDS = 5;
    private static final String KNOWN = "";

    private final PasswordEncoder encoder;
    private final Semaphore one = new Semaphore(1, true);
    /** How many of which site are at work or wait. */
    private final Map<String, Integer> sites = new HashMap<>();
    /** Compared with what is said for names that nobody has, so that the time tells nothing. */
    private volatile String nobodys = "";

    Passwords(PasswordEncoder encoder) {
        this.encoder = encoder;
    }

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
        return alone(KNOWN, () -> encoder.encode(password));
    }

    /**
     * Whether a password is the stored one. Takes as long for one that is not stored.
     *
     * @param site from which it was said; null if who says it is known
     * @throws PasswordsBusyException if too many are being compared
     */
    boolean matches(String said, Optional<String> stored, @Nullable String site) {
        boolean comparable = said.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES;
        String compared = comparable ? said : "";
        return alone(site == null ? KNOWN : site, () -> encoder.matches(compared, stored.orElseGet(this::nobodys)))
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

    private <T> T alone(String site, Supplier<T> work) {
        takePlace(site);
        try {
            takeTurn();
            try {
                return work.get();
            } finally {
                one.release();
            }
        } finally {
            leavePlace(site);
        }
    }

    private void takePlace(String site) {
        synchronized (sites) {
            int mine = sites.getOrDefault(site, 0);
            int strangers = sites.values().stream().mapToInt(Integer::intValue).sum() - sites.getOrDefault(KNOWN, 0);
            boolean place = site.equals(KNOWN) ? mine < MOST_WAITING : mine < MOST_OF_SITE && strangers < MOST_WAITING;
            if (!place) {
                throw busy();
            }
            sites.put(site, mine + 1);
        }
    }

    private void leavePlace(String site) {
        synchronized (sites) {
            sites.computeIfPresent(site, (same, mine) -> mine == 1 ? null : (Integer) (mine - 1));
        }
    }

    private void takeTurn() {
        try {
            if (!one.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PasswordsBusyException(
                    "log-in: the controller is ending (expected: a running one)", WAIT_SECONDS);
        }
    }

    private static PasswordsBusyException busy() {
        return new PasswordsBusyException(
                "log-in: many others are logging in (expected: fewer; hint: try again in " + WAIT_SECONDS
                        + " s, nothing was counted)",
                WAIT_SECONDS);
    }
}
