package io.deskmeter.agent.evidence;

import io.deskmeter.agent.evidence.painter.FilmStripPainter;
import io.deskmeter.agent.evidence.painter.GesturePainter;
import io.deskmeter.agent.evidence.painter.PngEncoder;
import io.deskmeter.agent.evidence.recorder.FrameMoments;
import io.deskmeter.agent.evidence.recorder.LongestWait;
import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.GesturePath;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes the files that show a gesture: the picture of its path, and a film strip until the move was seen that waited
 * longest; and tells what they show.
 */
final class GestureFiles {
    private static final String PATH = "-path.png";
    private static final String STRIP = "-strip.png";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private GestureFiles() {}

    /**
     * The files, without a description.
     *
     * @param name what their names begin with
     * @param longest null if no move waited for longer than people notice
     */
    static List<EvidenceFile> of(String name, Timing timing, NotedGesture gesture, @Nullable LongestWait longest) {
        List<EvidenceFile> files = new ArrayList<>();
        files.add(
                new EvidenceFile(timing, name + PATH, PngEncoder.encode(GesturePainter.paint(timing, gesture)), null));
        if (longest != null) {
            FilmStripPainter painter = new FilmStripPainter(
                    strip(timing, gesture, longest, List.of()), List.of(longest.area()), longest.history());
            longest.history().print(painter::paint);
            files.add(new EvidenceFile(timing, name + STRIP, PngEncoder.encode(painter.image()), null));
        }
        return files;
    }

    /**
     * Tells what the files show.
     *
     * @param files those that are kept
     */
    static FilmStrip strip(
            Timing timing, NotedGesture gesture, @Nullable LongestWait longest, List<EvidenceFile> files) {
        List<String> figures = new ArrayList<>(gesture.figures());
        List<FilmStripFrame> shots = List.of();
        List<Rect> places = List.of();
        if (longest != null) {
            figures.add(String.format(
                    Locale.ROOT,
                    "longest wait: a move was seen after %.1f ms, %.2f s after the first input",
                    longest.waited() / NANOS_PER_MILLI,
                    (longest.shownAt() - timing.firedAt()) / NANOS_PER_SECOND));
            shots = FrameMoments.of(longest.history().recordedFrames(), timing, longest);
            places = List.of(longest.area());
        }
        return new FilmStrip(
                timing,
                gesture.isLate() ? "late" : Outcome.OK.label(),
                String.format(
                        Locale.ROOT,
                        "each move is seen; late if 5 %% of them are seen after %.0f ms or never",
                        NotedGesture.LATE),
                places.stream().map(EvidenceEncoder::words).toList(),
                shots,
                List.of(),
                EvidenceFile.named(files, STRIP).map(List::of).orElse(List.of()),
                null,
                new GesturePath(figures, EvidenceFile.named(files, PATH).orElse("")));
    }
}
