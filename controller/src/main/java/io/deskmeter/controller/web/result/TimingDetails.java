package io.deskmeter.controller.web.result;

import io.deskmeter.controller.columns.TimingView;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.GesturePath;
import io.deskmeter.evidence.WorstSecond;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The details of one timing. */
@Component
final class TimingDetails {
    private final StoredRuns stored;
    private final EvidenceStore evidence;

    TimingDetails(StoredRuns stored, EvidenceStore evidence) {
        this.stored = stored;
        this.evidence = evidence;
    }

    /**
     * A timing with its four instants, in milliseconds after the first, and its pictures.
     *
     * @param intendedAt wall clock of the intended instant, a label; null if the input never left
     * @param firedMs null if the input never left
     * @param lastWithoutMs null if no frame was seen
     * @param shownMs null if the condition was never seen
     * @param frames of its film strip, in order; empty if none is kept
     * @param worst the worst second of the clip that it played; null if none is kept
     * @param gesture the path of its gesture; null if none is kept
     */
    record TimingDetail(
            TimingView timing,
            @Nullable Instant intendedAt,
            @Nullable Double firedMs,
            @Nullable Double lastWithoutMs,
            @Nullable Double shownMs,
            List<EvidenceStore.Picture> pictures,
            List<FilmFrame> frames,
            @Nullable WorstSecondView worst,
            @Nullable GesturePathView gesture) {}

    /**
     * The worst second of a clip. Its files are among the pictures of the timing.
     *
     * @param number from 1, counted from the input on
     * @param bad whether something was wrong with it; otherwise the run keeps it although nothing was
     * @param figures what was measured of it, for people
     * @param sound WAV; null if none is kept
     * @param picture waveforms and spectrograms of the sound; null if none is kept
     * @param strip film strip; null if none is kept
     * @param frames of the film strip, in order
     * @param missing why something is not kept, for people
     */
    @Schema(name = "WorstSecond")
    record WorstSecondView(
            int number,
            boolean bad,
            List<String> figures,
            @Nullable String sound,
            @Nullable String picture,
            @Nullable String strip,
            List<FilmFrame> frames,
            List<String> missing) {
        static WorstSecondView of(FilmStrip strip, WorstSecond second) {
            return new WorstSecondView(
                    second.number(),
                    !strip.why().equals(Outcome.OK.label()),
                    second.figures(),
                    orNull(second.sound()),
                    orNull(second.picture()),
                    filmStrip(strip),
                    FilmFrame.of(strip),
                    second.missing());
        }

        private static @Nullable String orNull(String name) {
            return name.isEmpty() ? null : name;
        }
    }

    private static @Nullable String filmStrip(FilmStrip strip) {
        return strip.files().isEmpty() ? null : strip.files().get(0);
    }

    /**
     * The path of a gesture. Its files are among the pictures of the timing.
     *
     * @param late whether more than 5 % of its moves were seen later than 110 ms, or never
     * @param figures what was measured of it, for people
     * @param picture where the pointer was sent and what was seen, coloured by lag, and the lag over time; empty if it
     *     did not fit
     * @param strip film strip until the move was seen that waited longest; null if none is kept
     * @param frames of the film strip, in order
     */
    @Schema(name = "GesturePath")
    record GesturePathView(
            boolean late,
            List<String> figures,
            String picture,
            @Nullable String strip,
            List<FilmFrame> frames) {
        static GesturePathView of(FilmStrip strip, GesturePath gesture) {
            return new GesturePathView(
                    !strip.why().equals(Outcome.OK.label()),
                    gesture.figures(),
                    gesture.picture(),
                    filmStrip(strip),
                    FilmFrame.of(strip));
        }
    }

    /**
     * A frame of a film strip.
     *
     * @param atMs arrival after the input
     * @param label what it is in the operation
     */
    record FilmFrame(double atMs, String label) {
        static List<FilmFrame> of(FilmStrip strip) {
            return strip.shots().stream()
                    .map(shot -> new FilmFrame(
                            shot.sinceFiredNanos() / 1e6, shot.moment().title()))
                    .toList();
        }
    }

    TimingDetail of(String runId, int session, long sequence) {
        TimingPoint point = stored.find(runId, session, sequence)
                .orElseThrow(() -> new NotFoundException("timing: session " + session + ", sequence " + sequence
                        + " (expected: one of GET /api/v1/runs/" + runId + "/timings)"));
        Timing timing = point.timing();
        List<EvidenceStore.Picture> pictures = evidence.pictures(runId, session, sequence);
        List<FilmStrip> strips = StoredStrips.read(runId, evidence.strips(runId, session, sequence), pictures);
        boolean fired = timing.firedAt() != Timing.NEVER;
        return new TimingDetail(
                TimingView.of(point),
                fired ? timing.wallFiredAt().minusNanos(timing.lagNanos()) : null,
                afterIntended(timing, timing.firedAt()),
                afterIntended(timing, timing.lastWithoutAt()),
                afterIntended(timing, timing.shownAt()),
                pictures,
                strips.stream()
                        .filter(FilmStrip::isWhole)
                        .findFirst()
                        .map(FilmFrame::of)
                        .orElse(List.of()),
                worst(strips),
                gesture(strips));
    }

    private static @Nullable WorstSecondView worst(List<FilmStrip> strips) {
        for (FilmStrip strip : strips) {
            WorstSecond second = strip.second();
            if (second != null) {
                return WorstSecondView.of(strip, second);
            }
        }
        return null;
    }

    private static @Nullable GesturePathView gesture(List<FilmStrip> strips) {
        for (FilmStrip strip : strips) {
            GesturePath gesture = strip.gesture();
            if (gesture != null) {
                return GesturePathView.of(strip, gesture);
            }
        }
        return null;
    }

    private static @Nullable Double afterIntended(Timing timing, long instant) {
        return instant == Timing.NEVER ? null : Double.valueOf((instant - timing.intendedAt()) / 1e6);
    }
}
