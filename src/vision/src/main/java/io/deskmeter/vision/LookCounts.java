package io.deskmeter.vision;

/**
 * The counters of all matchers that share {@link MatcherBuffers}.
 *
 * @param unchanged searches answered immediately: no change could affect the answer
 * @param windows searches only of changed regions
 * @param frames searches of the whole frame
 */
public record LookCounts(long unchanged, long windows, long frames) {}
