package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;

/**
 * An encoded picture; compared by identity, nobody writes to its bytes.
 *
 * @param timing of the operation it shows
 * @param name file name without a path, {@code s003-0042-office-writer-save-timeout-before.png}
 * @param png at most as large as the {@link EvidenceLimits} say
 */
@SuppressWarnings("ArrayRecordComponent")
public record Picture(Timing timing, String name, byte[] png) {}
