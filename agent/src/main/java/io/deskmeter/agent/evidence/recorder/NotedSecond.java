package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.screen.Rect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A second of a clip, with what was heard around it.
 *
 * @param number from 1, counted from the input on
 * @param from its beginning, in monotonic nanoseconds
 * @param to its end
 * @param badness milliseconds that somebody misses of sound and picture; 0 if nothing is wrong
 * @param figures what was measured of it, for people
 * @param places of the screen that were looked at
 * @param sound null where nothing was heard
 * @param missing why something is not known, for people
 */
public record NotedSecond(
        int number,
        long from,
        long to,
        double badness,
        List<String> figures,
        List<Rect> places,
        @Nullable SoundAround sound,
        List<String> missing) {
    public NotedSecond {
        figures = List.copyOf(figures);
        places = List.copyOf(places);
        missing = List.copyOf(missing);
    }
}
