package io.deskmeter.controller.people;

import io.deskmeter.controller.request.ElapsedTime;
import io.deskmeter.link.peer.SenderSite;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Slows those down who guess passwords, without locking out those who are guessed at. Counted are the failures of a
 * name from one site: some are free, then the wait doubles with each one; who fails elsewhere does not lengthen it. A
 * site has a share of attempts with all names. A browser in which that person has logged in before counts apart from
 * all that. In all, passwords are compared one at a time ({@link Passwords}). Attempts during a wait are refused
 * without a look at the password, and do not lengthen it. In memory: a restart forgives. Thread-safe.
 */
@Component
final class LoginAttempts {
    /** Failures without a wait, of a name from one site. */
    static final int FREE_OF_NAME = 5;

    static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** Attempts of one site, which many people may share, that may come at once. */
    static final int BURST_OF_SITE = 20;
    /** A site gets another attempt so often: the comparisons of one site take a twentieth of a core at most. */
    static final Duration EACH_OF_SITE = Duration.ofSeconds(2);

    static final int MOST_SITES = 10_000;
    private static final int FORGOTTEN_AT_ONCE = MOST_SITES / 10;
    private static final int MOST_FAMILIAR = 10_000;
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    private static final int LARGEST_DOUBLING = 10;

    private final InstantSource clock;
    private final Map<String, Site> sites = new HashMap<>();
    private Instant swept = Instant.EPOCH;
    /** Only who has proved a password before has an entry here. */
    private final Map<String, Failures> familiar = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_FAMILIAR;
        }
    };

    @Autowired
    LoginAttempts(LongSupplier nanoTime) {
        this(new ElapsedTime(nanoTime));
    }

    LoginAttempts(InstantSource clock) {
        this.clock = clock;
    }

    /** Of one name from one site, or of one browser. */
    private record Failures(int count, Instant last) {
        Duration wait(Instant now) {
            if (count < FREE_OF_NAME || isForgotten(now)) {
                return Duration.ZERO;
            }
            Duration doubled = Duration.ofSeconds(1L << Math.min(LARGEST_DOUBLING, count - FREE_OF_NAME));
            return Duration.between(now, last.plus(doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled));
        }

        boolean isForgotten(Instant now) {
            return now.isAfter(last.plus(FORGOTTEN));
        }
    }

    /** What has come from one address, or network of IPv6. */
    private static final class Site {
        /**
         * None gives way to another one, whose guesses would be free again: the share of the site bounds how many there
         * are within {@link #FORGOTTEN}.
         */
        private final Map<String, Failures> names = new HashMap<>();
        /** When all attempts that came at once would be free again. */
        private Instant full = Instant.EPOCH;

        private Instant last = Instant.EPOCH;

        Duration wait(Instant now) {
            return Duration.between(now.plus(EACH_OF_SITE.multipliedBy(BURST_OF_SITE - 1L)), full);
        }

        void take(Instant now) {
            full = (full.isAfter(now) ? full : now).plus(EACH_OF_SITE);
            last = now;
        }

        void giveBack() {
            full = full.minus(EACH_OF_SITE);
        }

        int mostFailures() {
            return names.values().stream().mapToInt(Failures::count).max().orElse(0);
        }
    }

    /** One that was admitted, as one that has failed: of several at the same time each one counts. */
    final class Attempt {
        private final Map<String, Failures> counted;
        private final String key;
        private final @Nullable Failures before;
        private final @Nullable Site site;

        private Attempt(Map<String, Failures> counted, String key, @Nullable Site site) {
            this.counted = counted;
            this.key = key;
            this.before = counted.get(key);
            this.site = site;
        }

        /** The password was right. The site keeps its other failures: who guesses may know one password. */
        void succeeded() {
            synchronized (LoginAttempts.this) {
                counted.remove(key);
                giveBack();
            }
        }

        /** The password was not looked at after all, so that nothing has failed. */
        void notCompared() {
            synchronized (LoginAttempts.this) {
                counted.computeIfPresent(
                        key,
                        (same, now) -> now.count == 1
                                ? null
                                : new Failures(now.count - 1, before == null ? now.last : before.last));
                giveBack();
            }
        }

        private void giveBack() {
            if (site != null) {
                site.giveBack();
            }
        }
    }

    /**
     * Admits an attempt.
     *
     * @param address of the other end
     * @param browser in which the very person of this name is known to have logged in before; null if there is none
     * @throws TooManyAttemptsException if it is too early
     */
    synchronized Attempt begin(String name, String address, @Nullable String browser) {
        Instant now = clock.instant();
        if (browser != null) {
            refuseDuring(wait(familiar, browser, now));
            return admit(familiar, browser, null, now);
        }
        sweep(now);
        String from = SenderSite.of(address);
        Site site = sites.getOrDefault(from, new Site());
        // Hashed, because names are as long as a request allows.
        String key = Secrets.hash(name);
        refuseDuring(longer(wait(site.names, key, now), site.wait(now)));
        site.take(now);
        if (sites.putIfAbsent(from, site) == null && sites.size() > MOST_SITES) {
            forgetSome(from, now);
        }
        return admit(site.names, key, site, now);
    }

    private static void refuseDuring(Duration wait) {
        if (wait.compareTo(Duration.ZERO) > 0) {
            long seconds = wait.plusMillis(999).toSeconds();
            throw new TooManyAttemptsException(
                    "log-in: too many attempts have failed (expected: the next one in " + seconds + " s)", seconds);
        }
    }

    private static Duration wait(Map<String, Failures> counted, String key, Instant now) {
        Failures before = counted.get(key);
        return before == null ? Duration.ZERO : before.wait(now);
    }

    private Attempt admit(Map<String, Failures> counted, String key, @Nullable Site site, Instant now) {
        Attempt attempt = new Attempt(counted, key, site);
        Failures before = attempt.before;
        counted.put(key, new Failures(before == null || before.isForgotten(now) ? 1 : before.count + 1, now));
        return attempt;
    }

    /** One comparison at a time fails at most some ten names a second, so what two hours bring fits into memory. */
    private void sweep(Instant now) {
        if (now.isBefore(swept.plus(FORGOTTEN))) {
            return;
        }
        swept = now;
        sites.values().forEach(site -> site.names.values().removeIf(failures -> failures.isForgotten(now)));
        sites.values().removeIf(site -> now.isAfter(site.last.plus(FORGOTTEN)));
    }

    /** Of all sites together. */
    synchronized int names() {
        return sites.values().stream().mapToInt(site -> site.names.size()).sum();
    }

    /**
     * Those with the fewest failures, of them the oldest; many at a time, so that a stranger with addresses without end
     * does not have all of them compared for each.
     */
    private void forgetSome(String kept, Instant now) {
        sites.values().removeIf(site -> now.isAfter(site.last.plus(FORGOTTEN)));
        int tooMany = sites.size() - MOST_SITES;
        if (tooMany > 0) {
            record Candidate(String from, int failures, Instant last) {}
            sites.entrySet().stream()
                    .filter(one -> !one.getKey().equals(kept))
                    .map(one -> new Candidate(one.getKey(), one.getValue().mostFailures(), one.getValue().last))
                    .sorted(Comparator.comparing(Candidate::failures).thenComparing(Candidate::last))
                    .limit(tooMany + FORGOTTEN_AT_ONCE)
                    .forEach(one -> sites.remove(one.from()));
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
