package io.deskmeter.controller.web;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.controller.columns.TimingView;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.store.EvidenceStore;
import io.deskmeter.controller.store.StoredRuns;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.link.FilmStripCodec;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.measure.Timing;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The details of one timing. */
@Component
final class TimingDetails {
    private static final Logger log = LoggerFactory.getLogger(TimingDetails.class);

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
     */
    record TimingDetail(
            TimingView timing,
            @Nullable Instant intendedAt,
            @Nullable Double firedMs,
            @Nullable Double lastWithoutMs,
            @Nullable Double shownMs,
            List<EvidenceStore.Picture> pictures,
            List<FilmFrame> frames) {}

    /**
     * A frame of a film strip.
     *
     * @param atMs arrival after the input
     * @param label what it is in the operation
     */
    record FilmFrame(double atMs, String label) {}

    TimingDetail of(String runId, int session, long sequence) {
        TimingPoint point = stored.find(runId, session, sequence)
                .orElseThrow(() -> new NotFoundException("timing: session " + session + ", sequence " + sequence
                        + " (expected: one of GET /api/v1/runs/" + runId + "/timings)"));
        Timing timing = point.timing();
        boolean fired = timing.firedAt() != Timing.NEVER;
        return new TimingDetail(
                TimingView.of(point),
                fired ? timing.wallFiredAt().minusNanos(timing.lagNanos()) : null,
                afterIntended(timing, timing.firedAt()),
                afterIntended(timing, timing.lastWithoutAt()),
                afterIntended(timing, timing.shownAt()),
                evidence.pictures(runId, session, sequence),
                frames(runId, session, sequence));
    }

    private static @Nullable Double afterIntended(Timing timing, long instant) {
        return instant == Timing.NEVER ? null : Double.valueOf((instant - timing.intendedAt()) / 1e6);
    }

    private List<FilmFrame> frames(String runId, int session, long sequence) {
        return evidence.strip(runId, session, sequence)
                .map(bytes -> frames(runId, bytes))
                .orElse(List.of());
    }

    private static List<FilmFrame> frames(String runId, byte[] bytes) {
        try {
            FilmStrip strip = FilmStripCodec.decode(EvidenceStrip.parseFrom(bytes));
            return strip.shots().stream()
                    .map(shot -> new FilmFrame(
                            shot.sinceFiredNanos() / 1e6, shot.moment().title()))
                    .toList();
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            log.warn("run {}: a film strip is shown without the times of its frames: {}", runId, e.getMessage());
            return List.of();
        }
    }
}
