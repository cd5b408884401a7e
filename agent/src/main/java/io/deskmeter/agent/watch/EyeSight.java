package io.deskmeter.agent.watch;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Eye;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.Workbench;
import io.deskmeter.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sees with an {@link Eye}. */
public final class EyeSight implements Sight {
    private final Landmarks landmarks;
    private final Eye eye;
    private final Map<String, Rect> lastSeen = new HashMap<>();
    private String workload = "";
    private @Nullable Frame frame;

    /** @param workbench shared by all that see */
    public EyeSight(Landmarks landmarks, Workbench workbench) {
        this.landmarks = landmarks;
        this.eye = new Eye(workbench);
    }

    @Override
    public void see(FrameUpdate update) {
        frame = update.frame();
        eye.see(update);
    }

    @Override
    public void enter(Workload entered) {
        workload = entered.id();
        lastSeen.clear();
    }

    @Override
    public Frame frame() {
        if (frame == null) {
            throw new IllegalStateException("frame: none yet (expected: asked for after the first update)");
        }
        return frame;
    }

    @Override
    public Match find(String landmark) {
        Match match = eye.find(landmarks.template(workload, landmark));
        if (match.found()) {
            lastSeen.put(landmark, match.place());
        }
        return match;
    }

    @Override
    public Match nearest(String landmark) {
        return eye.nearest(landmarks.template(workload, landmark));
    }

    @Override
    public String diagnose(String landmark) {
        return eye.diagnose(landmarks.template(workload, landmark));
    }

    @Override
    public Optional<Rect> lastSeen(String landmark) {
        return Optional.ofNullable(lastSeen.get(landmark));
    }

    @Override
    public void close() {
        eye.close();
    }
}
