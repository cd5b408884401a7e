package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Condition;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of an operation, with what its pictures need.
 *
 * @param condition what was waited for
 * @param folder of its workload, where the landmarks lie
 * @param places where it looked
 */
public record EvidenceRequest(Timing timing, Condition condition, Path folder, List<Rect> places) {
    public EvidenceRequest {
        places = List.copyOf(places);
    }
}
