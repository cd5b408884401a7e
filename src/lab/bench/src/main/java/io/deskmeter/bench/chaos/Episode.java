package io.deskmeter.bench.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * One disturbance of one run, drawn from a seed: the same seed and number give the same episode.
 *
 * @param number from 1
 * @param agent which one, if it is about an agent
 * @param after from the start of the run
 * @param lasts until it is over
 * @param clockHours by how much a clock jumps
 */
record Episode(int number, Disturbance disturbance, int agent, Duration after, Duration lasts, int clockHours) {
    private static final long LATEST_MILLIS = 12_000;
    private static final long SHORT_MILLIS = 6_000;
    private static final long SHORTEST_PAUSE_MILLIS = 5_000;
    private static final long LONGEST_MILLIS = 60_000;
    private static final int MOST_HOURS = 30;

    /**
     * Draws one.
     *
     * @param seed of all episodes
     * @param possible disturbances
     */
    static Episode draw(long seed, int number, List<Disturbance> possible, int agents) {
        Random random = new Random(seed * 1_000_003 + number);
        // The first numbers of similar seeds are similar.
        random.nextLong();
        Disturbance disturbance = possible.get(random.nextInt(possible.size()));
        int agent = random.nextInt(agents);
        Duration after = Duration.ofMillis(random.nextLong(LATEST_MILLIS));
        long shortest =
                disturbance == Disturbance.STORE_PAUSED || disturbance.name().endsWith("_PAUSED")
                        ? SHORTEST_PAUSE_MILLIS
                        : 100;
        // Half of them are about as long as an agent may be away.
        long longest = random.nextBoolean() ? Math.max(SHORT_MILLIS, shortest + 1) : LONGEST_MILLIS;
        Duration lasts = Duration.ofMillis(random.nextLong(shortest, longest));
        int hours = random.nextInt(1, MOST_HOURS) * (random.nextBoolean() ? 1 : -1);
        return new Episode(number, disturbance, agent, after, lasts, hours);
    }
}
