package io.deskmeter.agent.evidence;

import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.measure.Timing;
import org.jspecify.annotations.Nullable;

/**
 * An encoded picture; compared by identity, its bytes are never changed.
 *
 * @param timing of the operation it shows
 * @param name file name without a path, {@code s003-0042-office-writer-save-timeout-strip.png}
 * @param png at most as large as the {@link EvidenceLimits} say
 * @param strip its description, if it is the film strip, which is the last of the operation's pictures
 */
@SuppressWarnings("ArrayRecordComponent")
public record Picture(
        Timing timing, String name, byte[] png, @Nullable FilmStrip strip) {}
