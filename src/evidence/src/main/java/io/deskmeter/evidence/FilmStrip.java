package io.deskmeter.evidence;

import io.deskmeter.measure.timing.Timing;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation of which pictures are kept.
 *
 * @param timing of the operation
 * @param why it is kept, for people: {@code timeout}, {@code slower than 1 s}
 * @param condition what was waited for, in words
 * @param places where it looked, for people, as {@code 120x40 at 16,80}
 * @param shots the frames on the film strip, in order
 * @param landmarks that the condition names
 * @param files names of its pictures; the first is the film strip, the others are single frames in full size. Empty
 *     where no frame is kept
 * @param second the one that it shows; null where it shows the whole operation
 * @param gesture whose path is shown instead of frames; null where it shows frames
 */
public record FilmStrip(
        Timing timing,
        String why,
        String condition,
        List<String> places,
        List<FilmStripFrame> shots,
        List<LandmarkImage> landmarks,
        List<String> files,
        @Nullable WorstSecond second,
        @Nullable GesturePath gesture) {
    public FilmStrip {
        places = List.copyOf(places);
        shots = List.copyOf(shots);
        landmarks = List.copyOf(landmarks);
        files = List.copyOf(files);
    }

    /** One that shows frames of the whole operation. */
    public FilmStrip(
            Timing timing,
            String why,
            String condition,
            List<String> places,
            List<FilmStripFrame> shots,
            List<LandmarkImage> landmarks,
            List<String> files) {
        this(timing, why, condition, places, shots, landmarks, files, null, null);
    }

    /**
     * The same without the files that are not stored: a description comes from an agent, and must not make the reader's
     * browser ask for anything else.
     *
     * @param stored names of the run's files
     */
    public FilmStrip ofStored(Set<String> stored) {
        // Without the film strip the single frames have nothing to be frames of.
        List<String> there = files.isEmpty() || !stored.contains(files.get(0))
                ? List.of()
                : files.stream().filter(stored::contains).toList();
        return new FilmStrip(
                timing,
                why,
                condition,
                places,
                shots,
                landmarks,
                there,
                second == null ? null : second.ofStored(stored),
                gesture == null ? null : gesture.ofStored(stored));
    }

    /** Whether it shows frames of the whole operation. */
    public boolean isWhole() {
        return second == null && gesture == null;
    }

    /** Frames that were seen and are not on the film strip. */
    public int leftOut() {
        return shots.stream().mapToInt(FilmStripFrame::leftOut).sum();
    }
}
