package io.deskmeter.agent.evidence;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.Condition;
import java.nio.file.Path;
import java.util.List;

/**
 * How an operation came out, for those who look at its pictures.
 *
 * @param condition what was waited for
 * @param folder of its workload, where the landmarks lie
 * @param places where it looked
 */
public record Exposure(Timing timing, Condition condition, Path folder, List<Rect> places) {
    public Exposure {
        places = List.copyOf(places);
    }
}
