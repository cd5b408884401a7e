package io.deskmeter.bench.ue.live;

import io.deskmeter.agent.gesture.SeenObject;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.tracking.ObjectTracker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records the drags of one session: the places of the object that the agent's tracker reads from each frame, the
 * samples, and the probe's record. On the session's executor.
 */
final class DragRecorder implements SessionListener {
    private static final String DRAG = "drag";

    private final Rect stage;
    private final ProbeRecord record;
    private final ObjectTracker tracker;
    private final List<SeenObject> frames = new ArrayList<>();
    private final List<Recorded> drags = new ArrayList<>();
    private long before;
    private String detail = "";

    /** The probe's record at this moment. */
    interface ProbeRecord {
        List<ProbePaint> read() throws IOException;
    }

    private record Recorded(List<Sample> samples, List<SeenObject> frames, List<ProbePaint> paints) {}

    /** @param stage where the frames show it */
    DragRecorder(Rect stage, ProbeRecord record) {
        this.stage = stage;
        this.record = record;
        this.tracker = new ObjectTracker(stage, 1);
    }

    /** Sees the frames before the session does. */
    FrameListener before(FrameListener session) {
        return new FrameListener() {
            @Override
            public void onFrame(FrameUpdate update) {
                see(update);
                session.onFrame(update);
            }

            @Override
            public void onLost(ScreenException cause) {
                session.onLost(cause);
            }
        };
    }

    private void see(FrameUpdate update) {
        if (update.damage().stream().anyMatch(stage::intersects)) {
            Frame frame = update.frame();
            tracker.find(frame)
                    .ifPresent(place -> frames.add(new SeenObject(
                            update.arrivedAt(), before, place.x() - stage.x(), place.y() - stage.y(), place.torn())));
        }
        before = update.arrivedAt();
    }

    @Override
    public void changed(SessionUpdate change) {
        detail = change.detail().isEmpty() ? detail : change.detail();
    }

    @Override
    public void timed(Timing timing) {
        if (timing.operation().equals(DRAG) && timing.outcome() == Outcome.OK) {
            try {
                drags.add(new Recorded(new ArrayList<>(), List.copyOf(frames), record.read()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        } else {
            detail = timing.outcome() == Outcome.OK ? detail : timing.operation() + ": " + timing.detail();
        }
        frames.clear();
    }

    @Override
    public void sampled(Sample sample) {
        if (sample.operation().equals(DRAG) && !drags.isEmpty()) {
            drags.get(drags.size() - 1).samples().add(sample);
        }
    }

    /** Why not all has gone well; empty if it has. Only when the session has ended, as {@link #drags}. */
    String detail() {
        return detail;
    }

    List<LiveDrag> drags() {
        return drags.stream()
                .map(drag -> new LiveDrag(drag.samples(), drag.frames(), drag.paints()))
                .toList();
    }
}
