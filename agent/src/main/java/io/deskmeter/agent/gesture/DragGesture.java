package io.deskmeter.agent.gesture;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ObjectPlace;
import io.deskmeter.vision.tracking.ObjectTracker;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Drags the object over its stage. Places of its centre are pixels of the desktop from the stage's corner, those of the
 * pointer pixels of the frame.
 */
final class DragGesture implements Gesture {
    /**
     * Between the press and the first move, and between the last move and the release: a hand does not do both at once.
     */
    private static final long HOLD = 100_000_000;

    private static final int LEFT = 1;

    /** How far the trial moves. */
    private static final int TRIAL_X = 48;

    private static final int TRIAL_Y = 32;

    /** How far from its place the object may be on a lossy display. */
    private static final double OFF = 2;

    private static final double START_X = ReferenceStage.START + DragObject.WIDTH / 2.0;
    private static final double START_Y = ReferenceStage.START + DragObject.HEIGHT / 2.0;

    private final Rect stage;
    private final double scale;
    private final List<Pointer> pointers = new ArrayList<>();
    private final List<TimedInput> inputs = new ArrayList<>();

    /**
     * @param stage the part of the frame that shows it
     * @param scale pixels of the frame for a pixel of the desktop
     */
    DragGesture(Step.SpiralDrag step, Rect stage, double scale) {
        this.stage = stage;
        this.scale = scale;
        DragPath path = DragPath.spiral(
                START_X,
                START_Y,
                ReferenceStage.WIDTH - 2 * START_X,
                ReferenceStage.HEIGHT - 2 * START_Y,
                step.speed(),
                step.rate());
        path.points().subList(0, step.moves() + 1).forEach(point -> pointers.add(pointer(point.x(), point.y(), LEFT)));
        Pointer start = pointers.get(0);
        inputs.add(new TimedInput(0, List.of(released(start), start)));
        for (int move = 1; move < pointers.size(); move++) {
            inputs.add(new TimedInput(HOLD + (move - 1) * path.interval(), List.of(pointers.get(move))));
        }
        long last = inputs.get(inputs.size() - 1).after();
        inputs.add(new TimedInput(last + HOLD, List.of(released(pointers.get(pointers.size() - 1)))));
    }

    private Pointer pointer(double x, double y, int buttons) {
        return new Pointer(stage.x() + (int) Math.round(x * scale), stage.y() + (int) Math.round(y * scale), buttons);
    }

    private static Pointer released(Pointer at) {
        return new Pointer(at.x(), at.y(), 0);
    }

    /**
     * Where the object's centre is to be while the pointer is there: pointers have whole pixels, and the object keeps
     * its distance.
     */
    PointerMove commanded(int move, long firedAt) {
        Pointer start = pointers.get(0);
        Pointer at = pointers.get(move);
        return new PointerMove(firedAt, START_X + (at.x() - start.x()) / scale, START_Y + (at.y() - start.y()) / scale);
    }

    /** The object on a frame. */
    SeenObject seen(ObjectPlace place, long at, long before) {
        return new SeenObject(
                at, before, (place.x() - stage.x()) / scale, (place.y() - stage.y()) / scale, place.torn());
    }

    ObjectTracker tracker() {
        return new ObjectTracker(stage, scale);
    }

    @Override
    public List<TimedInput> inputs() {
        return List.copyOf(inputs);
    }

    @Override
    public int firstMove() {
        return 1;
    }

    @Override
    public int moves() {
        return pointers.size() - 1;
    }

    @Override
    public Rect area() {
        return stage;
    }

    @Override
    public List<InputEvent> trial() {
        Pointer start = pointers.get(0);
        return List.of(released(start), start, pointer(START_X + TRIAL_X, START_Y + TRIAL_Y, LEFT));
    }

    @Override
    public List<InputEvent> trialBack() {
        return List.of(pointers.get(0), released(pointers.get(0)));
    }

    @Override
    public String difference(Frame frame, boolean tried) {
        Optional<ObjectPlace> place = tracker().find(frame);
        double x = START_X + (tried ? TRIAL_X : 0);
        double y = START_Y + (tried ? TRIAL_Y : 0);
        if (place.isEmpty()) {
            return "the object is not on the stage";
        }
        SeenObject seen = seen(place.get(), 0, 0);
        return Math.hypot(seen.x() - x, seen.y() - y) <= OFF + 1 / scale
                ? ""
                : String.format(
                        Locale.ROOT,
                        "the object is at %.1f,%.1f of the stage (expected: %.0f,%.0f)",
                        seen.x(),
                        seen.y(),
                        x,
                        y);
    }

    @Override
    public GestureFollower follow() {
        return new DragFollower(this);
    }
}
