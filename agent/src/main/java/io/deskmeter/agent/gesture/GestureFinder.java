package io.deskmeter.agent.gesture;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import java.util.Locale;

/** Finds the stage of a gesture on the screen. */
public final class GestureFinder {
    /** How far a colour of the stage may be off in each channel: lossy codecs change it a little. */
    private static final int SAME = 24;

    private static final int CHANNEL = 0xff;

    private GestureFinder() {}

    /**
     * The gesture of a step on the screen as it is.
     *
     * @throws UnusableScreenException if its stage is not on the screen as a whole
     */
    public static Gesture find(Step.Gesture step, ScreenMatcher screen) {
        Match match = screen.find(step.landmark());
        if (!match.found()) {
            throw new UnusableScreenException(String.format(
                    Locale.ROOT,
                    "gesture: %s is not on the screen (expected: visible before the gesture; best score %.2f)",
                    step.landmark(),
                    screen.nearest(step.landmark()).score()));
        }
        double scale = (double) match.place().width() / DragObject.WIDTH;
        if (step instanceof Step.SpiralDrag drag) {
            return new DragGesture(drag, stage(match.place(), scale, screen.frame()), scale);
        }
        Step.SteppedScroll scroll = (Step.SteppedScroll) step;
        return ScrollGesture.on(scroll, screen.frame(), match.place(), scale);
    }

    /** The stage of a drag. */
    private static Rect stage(Rect object, double scale, Frame frame) {
        Rect stage = part(
                frame,
                object.x() - scale * ReferenceStage.START,
                object.y() - scale * ReferenceStage.START,
                scale * ReferenceStage.WIDTH,
                scale * ReferenceStage.HEIGHT);
        for (int corner = 0; corner < 4; corner++) {
            int x = corner % 2 == 0 ? stage.x() : stage.right() - 1;
            int y = corner < 2 ? stage.y() : stage.bottom() - 1;
            int rgb = frame.pixels()[y * frame.width() + x];
            if (!isPlain(rgb)) {
                throw new UnusableScreenException(String.format(
                        Locale.ROOT,
                        "stage: #%06x at %d,%d (expected: #%06x, the plain stage; no other window over it)",
                        rgb & 0xffffff,
                        x,
                        y,
                        DragObject.STAGE));
            }
        }
        return stage;
    }

    private static boolean isPlain(int rgb) {
        for (int shift = 0; shift <= 16; shift += 8) {
            if (Math.abs((rgb >> shift & CHANNEL) - (DragObject.STAGE >> shift & CHANNEL)) > SAME) {
                return false;
            }
        }
        return true;
    }

    /** A part of the frame, refused if it is not all there. */
    static Rect part(Frame frame, double x, double y, double width, double height) {
        Rect part =
                new Rect((int) Math.round(x), (int) Math.round(y), (int) Math.round(width), (int) Math.round(height));
        if (!part.intersection(frame.bounds()).equals(part)) {
            throw new UnusableScreenException("stage: " + part + " (expected: on the screen of " + frame.width() + "x"
                    + frame.height() + "; a larger desktop)");
        }
        return part;
    }
}
