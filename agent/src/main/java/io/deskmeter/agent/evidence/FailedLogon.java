package io.deskmeter.agent.evidence;

import io.deskmeter.agent.evidence.painter.PngEncoder;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.workload.operation.Group;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A logon that has failed, with what its display showed last. It is described like an operation, with the sequence 0,
 * which no timing has.
 *
 * @param wall a label
 * @param why it failed, for people
 * @param frame the last picture; not changed any more
 */
public record FailedLogon(int session, Instant wall, String why, Frame frame) {
    private static final String LOGON = "logon";

    Timing timing() {
        return Timing.builder(LOGON, LOGON, Group.C, Outcome.DESKTOP_LOST)
                .session(session)
                .wallFiredAt(wall)
                .detail(why)
                .build();
    }

    EvidenceFile picture() {
        String name = String.format(Locale.ROOT, "s%03d-0000-logon-failed.png", session);
        return new EvidenceFile(timing(), name, PngEncoder.encode(frame, List.of()), null);
    }

    FilmStrip strip(List<EvidenceFile> files) {
        return new FilmStrip(
                timing(),
                "logon failed",
                "the user's desktop",
                List.of(),
                List.of(new FilmStripFrame(0, 0, FilmStripFrame.Moment.LAST, 0)),
                List.of(),
                files.stream().map(EvidenceFile::name).toList());
    }
}
