package io.deskmeter.agent.evidence;

import io.deskmeter.agent.evidence.painter.FilmStripPainter;
import io.deskmeter.agent.evidence.painter.PngEncoder;
import io.deskmeter.agent.evidence.painter.SoundPainter;
import io.deskmeter.agent.evidence.recorder.FrameMoments;
import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SoundAround;
import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.WorstSecond;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayList;
import java.util.List;

/** Makes the files that show a second: its sound, a picture of that, and a film strip; and tells what they show. */
final class SecondFiles {
    private static final String SOUND = "-sound.wav";
    private static final String PICTURE = "-sound.png";
    private static final String STRIP = "-strip.png";

    private SecondFiles() {}

    /**
     * The files, without a description.
     *
     * @param name what their names begin with
     */
    static List<EvidenceFile> of(String name, Timing timing, NotedSecond second, FrameHistory history) {
        List<EvidenceFile> files = new ArrayList<>();
        SoundAround sound = second.sound();
        if (sound != null) {
            files.add(new EvidenceFile(timing, name + SOUND, WavFile.encode(sound.heard(), sound.rate()), null));
            byte[] picture = PngEncoder.encode(SoundPainter.paint(sound, second, timing.firedAt()));
            files.add(new EvidenceFile(timing, name + PICTURE, picture, null));
        }
        if (!history.recordedFrames().isEmpty()) {
            files.add(new EvidenceFile(timing, name + STRIP, film(timing, second, history), null));
        }
        return files;
    }

    private static byte[] film(Timing timing, NotedSecond second, FrameHistory history) {
        FilmStripPainter painter =
                new FilmStripPainter(strip(timing, second, history, List.of()), second.places(), history);
        history.print(painter::paint);
        return PngEncoder.encode(painter.image());
    }

    /**
     * Tells what the files show.
     *
     * @param files those that are kept
     */
    static FilmStrip strip(Timing timing, NotedSecond second, FrameHistory history, List<EvidenceFile> files) {
        List<String> missing = new ArrayList<>(second.missing());
        if (history.recordedFrames().isEmpty()) {
            missing.add("No film strip: no frame came in the three seconds before its sound was known");
        } else if (history.recordedFrames().get(0).arrivedAt() >= second.to()) {
            missing.add("The frames of this second are not on the film strip: its sound was known only later");
        }
        return new FilmStrip(
                timing,
                second.badness() > 0 ? "bad second" : "ok",
                "second " + second.number() + " of the clip that it plays, the worst one",
                second.places().stream().map(EvidenceEncoder::words).toList(),
                FrameMoments.of(history.recordedFrames(), timing, second),
                List.of(),
                EvidenceFile.named(files, STRIP).map(List::of).orElse(List.of()),
                new WorstSecond(
                        second.number(),
                        second.figures(),
                        EvidenceFile.named(files, SOUND).orElse(""),
                        EvidenceFile.named(files, PICTURE).orElse(""),
                        missing),
                null);
    }
}
