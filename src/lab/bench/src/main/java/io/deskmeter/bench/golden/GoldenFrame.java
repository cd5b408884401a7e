package io.deskmeter.bench.golden;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Map;
import java.util.Set;

/**
 * One picture and its known content.
 *
 * @param theme of the desktop
 * @param percent of the display's scale
 * @param codec through which it was sent
 * @param shown landmarks that are on it, with their places
 * @param nearlyShown landmarks that are not on it, although similar pictures are
 */
public record GoldenFrame(
        Theme theme, int percent, Codec codec, Frame frame, Map<String, Rect> shown, Set<String> nearlyShown) {
    public GoldenFrame {
        shown = Map.copyOf(shown);
        nearlyShown = Set.copyOf(nearlyShown);
    }

    @Override
    public String toString() {
        return theme + " at " + percent + " % through " + codec.name();
    }
}
