package io.deskmeter.agent.watch.probe;

/**
 * What has become of probes.
 *
 * @param unchanged answered: nothing had changed when they were sent
 * @param inconclusive answered while changes were on their way
 * @param unanswered without an answer for a long time; their sessions send no other until it comes
 */
public record ProbeCounts(long unchanged, long inconclusive, long unanswered) {}
