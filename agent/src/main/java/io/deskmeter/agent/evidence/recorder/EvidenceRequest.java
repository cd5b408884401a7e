package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Condition;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of an operation, with the data for its pictures.
 *
 * @param condition of the operation
 * @param folder of its workload, with the landmarks
 * @param places that were searched
 */
public record EvidenceRequest(Timing timing, Condition condition, Path folder, List<Rect> places) {
    public EvidenceRequest {
        places = List.copyOf(places);
    }
}
