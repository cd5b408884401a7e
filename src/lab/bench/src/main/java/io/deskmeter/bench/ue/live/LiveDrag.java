package io.deskmeter.bench.ue.live;

import io.deskmeter.agent.gesture.SeenObject;
import io.deskmeter.measure.timing.Sample;
import java.util.List;

/**
 * Both sides of one drag.
 *
 * @param samples all of the operation, in their order
 * @param frames where the object was seen since the operation before
 * @param paints what the probe has recorded since it was started
 */
record LiveDrag(List<Sample> samples, List<SeenObject> frames, List<ProbePaint> paints) {
    LiveDrag {
        samples = List.copyOf(samples);
        frames = List.copyOf(frames);
        paints = List.copyOf(paints);
    }

    /** The samples of one metric, a move each or one. */
    List<Sample> of(String metric) {
        return samples.stream().filter(sample -> sample.metric().equals(metric)).toList();
    }
}
