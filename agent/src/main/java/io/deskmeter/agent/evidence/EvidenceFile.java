package io.deskmeter.agent.evidence;

import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.measure.timing.Timing;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that shows an operation, a picture or a sound; compared by identity, its bytes are never changed.
 *
 * @param timing of the operation it shows
 * @param name file name without a path, {@code s003-0042-office-writer-save-timeout-strip.png}
 * @param content PNG, or WAV where the name ends so; at most as large as the {@link EvidenceLimits} say
 * @param strip the description of what it shows, if it is the last of its files; null otherwise
 */
@SuppressWarnings("ArrayRecordComponent")
public record EvidenceFile(
        Timing timing,
        String name,
        byte[] content,
        @Nullable FilmStrip strip) {
    /** The name of the first file whose name ends so. */
    static Optional<String> named(List<EvidenceFile> files, String ending) {
        return files.stream()
                .map(EvidenceFile::name)
                .filter(name -> name.endsWith(ending))
                .findFirst();
    }
}
