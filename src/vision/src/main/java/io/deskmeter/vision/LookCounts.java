package io.deskmeter.vision;

/**
 * The counters of all matchers that share {@link MatcherBuffers}.
 *
 * @param unchanged looks answered at once: nothing had changed that could alter the answer
 * @param windows looks only at what had changed
 * @param frames looks at every place of the frame
 */
public record LookCounts(long unchanged, long windows, long frames) {}
