package io.deskmeter.testkit.clip;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.FrameNumberReader;
import io.deskmeter.workload.operation.ReferenceClip;
import java.util.Arrays;

/** Paints the rails of a clip with the marker of a frame, without scaling, in the colours that decoders show. */
public final class ClipPainter {
    private static final int DARK = 0x1c1c1c;
    private static final int LIGHT = 0xc6c6c6;

    private final ReferenceClip clip;

    public ClipPainter(ReferenceClip clip) {
        this.clip = clip;
    }

    /** Where the rails of a clip are, in its pixels. */
    public static FrameNumberReader.Layout layout(ReferenceClip clip) {
        return new FrameNumberReader.Layout(
                clip.railTops(), clip.railHeight(), clip.railLeft(), clip.step(), clip.places(), clip.markerWidth());
    }

    /** Where the marker of a frame stands, in pixels of the clip. */
    public Rect marker(long number) {
        int top = clip.railTops().get(clip.railOf(number));
        return new Rect(clip.markerLeft(number), top, clip.markerWidth(), clip.railHeight());
    }

    /** The pixels of a part of a frame, row by row. */
    public int[] pixels(long number, Rect part) {
        int[] pixels = new int[part.width() * part.height()];
        Arrays.fill(pixels, DARK);
        Rect light = marker(number).intersection(part);
        for (int y = light.y(); y < light.bottom(); y++) {
            int row = (y - part.y()) * part.width() - part.x();
            Arrays.fill(pixels, row + light.x(), row + light.right(), LIGHT);
        }
        return pixels;
    }

    /** Paints a whole frame. */
    public void paint(long number, Frame frame) {
        int[] pixels = pixels(number, frame.bounds());
        System.arraycopy(pixels, 0, frame.pixels(), 0, pixels.length);
    }
}
