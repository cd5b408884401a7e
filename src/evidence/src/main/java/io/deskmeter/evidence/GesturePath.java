package io.deskmeter.evidence;

import java.util.List;
import java.util.Set;

/**
 * The way of a gesture: where the pointer was sent, and where what it moves was seen.
 *
 * @param figures what was measured of it, for people: {@code lag p95: 84.1 ms}
 * @param picture name of the picture of both; empty if none is kept
 */
public record GesturePath(List<String> figures, String picture) {
    public GesturePath {
        figures = List.copyOf(figures);
    }

    /** The same without a picture that is not stored. */
    GesturePath ofStored(Set<String> stored) {
        return stored.contains(picture) ? this : new GesturePath(figures, "");
    }
}
