package io.deskmeter.agent.gesture;

import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.tracking.ScrollTracker;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Scrolls the picture step by step. Offsets are pixels of the desktop. */
final class ScrollGesture implements Gesture {
    private static final long SECOND = 1_000_000_000;
    private static final long HOLD = 100_000_000;
    private static final int LEFT = 1;
    private static final int WHEEL_UP = 1 << 3;
    private static final int WHEEL_DOWN = 1 << 4;

    /** How far from its place the picture may be on a lossy display. */
    private static final double OFF = 3;

    private final Step.SteppedScroll step;
    private final Rect view;
    private final Rect bar;
    private final double scale;
    private final double startOffset;
    private final List<TimedInput> inputs = new ArrayList<>();

    private ScrollGesture(Step.SteppedScroll step, Rect view, Rect bar, double scale, double startOffset) {
        this.step = step;
        this.view = view;
        this.bar = bar;
        this.scale = scale;
        this.startOffset = startOffset;
        long interval = SECOND / step.rate();
        boolean held = step.by() == Step.SteppedScroll.By.THUMB;
        if (held) {
            inputs.add(new TimedInput(0, grip()));
        }
        for (int move = 1; move <= step.moves(); move++) {
            inputs.add(new TimedInput((held ? HOLD : 0) + (move - 1) * interval, move(move, direction())));
        }
        if (held) {
            long last = inputs.get(inputs.size() - 1).after();
            inputs.add(new TimedInput(last + HOLD, List.of(thumb(step.moves(), direction(), 0))));
        }
    }

    /**
     * The gesture beside its sign.
     *
     * @throws UnusableScreenException if the picture is not there, or cannot be scrolled so far
     */
    static ScrollGesture on(Step.SteppedScroll step, Frame frame, Rect sign, double scale) {
        Rect view = GestureFinder.part(
                frame,
                sign.x() + scale * ReferenceStage.VIEW_X,
                sign.y() + scale * ReferenceStage.VIEW_Y,
                scale * ReferenceStage.VIEW_WIDTH,
                scale * ReferenceStage.VIEW_HEIGHT);
        Rect bar = GestureFinder.part(
                frame,
                sign.x() + scale * ReferenceStage.BAR_X,
                view.y(),
                scale * ReferenceStage.BAR_WIDTH,
                view.height());
        double offset = new ScrollTracker(view, scale)
                .find(frame)
                .map(found -> found.offset() / scale)
                .orElseThrow(() -> new UnusableScreenException(
                        "stage: " + view + " does not show the picture to be scrolled (expected: below the sign)"));
        double end = offset + step.distance();
        if (end < -OFF || end > ReferenceStage.SCROLL_RANGE + OFF) {
            throw new UnusableScreenException(String.format(
                    Locale.ROOT,
                    "scroll: from %.0f px by %d px (expected: to an offset from 0 to %d px)",
                    offset,
                    step.distance(),
                    ReferenceStage.SCROLL_RANGE));
        }
        return new ScrollGesture(step, view, bar, scale, offset);
    }

    /** 1 for down, −1 for up. */
    int direction() {
        return Integer.signum(step.distance());
    }

    /** The offset that a frame should show after so many moves. */
    double offsetAfter(int moves) {
        return startOffset + (double) moves * direction() * step.step();
    }

    ScrollTracker tracker() {
        return new ScrollTracker(view, scale);
    }

    double scale() {
        return scale;
    }

    private List<InputEvent> grip() {
        return List.of(thumb(0, 1, 0), thumb(0, 1, LEFT));
    }

    /** The pointer on the thumb after so many moves of it. */
    private Pointer thumb(int moves, int direction, int buttons) {
        double travel = ReferenceStage.VIEW_HEIGHT - ReferenceStage.THUMB;
        double top = startOffset * travel / ReferenceStage.SCROLL_RANGE;
        double y = top + ReferenceStage.THUMB / 2.0 + moves * direction * ReferenceStage.THUMB_STEP;
        return new Pointer(bar.x() + bar.width() / 2, bar.y() + (int) Math.round(y * scale), buttons);
    }

    /** One step in a direction; of the thumb, the step of this number. */
    private List<InputEvent> move(int number, int direction) {
        return switch (step.by()) {
            case WHEEL -> wheel(direction);
            case KEYS -> Keyboard.chord(direction > 0 ? "Down" : "Up");
            case THUMB -> List.of(thumb(number, direction, LEFT));
        };
    }

    private List<InputEvent> wheel(int direction) {
        return List.of(overPicture(direction > 0 ? WHEEL_DOWN : WHEEL_UP), overPicture(0));
    }

    /** Beside the columns that are read: a server may draw the cursor into the picture. */
    private Pointer overPicture(int buttons) {
        return new Pointer(view.x() + view.width() * 3 / 4, view.y() + view.height() / 2, buttons);
    }

    @Override
    public List<TimedInput> inputs() {
        return List.copyOf(inputs);
    }

    @Override
    public int firstMove() {
        return step.by() == Step.SteppedScroll.By.THUMB ? 1 : 0;
    }

    @Override
    public int moves() {
        return step.moves();
    }

    @Override
    public Rect area() {
        return view;
    }

    @Override
    public List<InputEvent> trial() {
        List<InputEvent> events = new ArrayList<>();
        switch (step.by()) {
            case WHEEL -> events.add(overPicture(0));
            // Who presses keys has clicked into the picture before.
            case KEYS -> events.addAll(List.of(overPicture(0), overPicture(LEFT), overPicture(0)));
            case THUMB -> events.addAll(grip());
        }
        events.addAll(move(1, direction()));
        return events;
    }

    @Override
    public List<InputEvent> trialBack() {
        return step.by() == Step.SteppedScroll.By.THUMB
                ? List.of(thumb(0, 1, LEFT), thumb(0, 1, 0))
                : move(1, -direction());
    }

    @Override
    public String difference(Frame frame, boolean tried) {
        Optional<ScrollTracker.Offset> offset = tracker().find(frame);
        double expected = offsetAfter(tried ? 1 : 0);
        if (offset.isEmpty()) {
            return "the picture to be scrolled is not there";
        }
        double shown = offset.get().offset() / scale;
        return Math.abs(shown - expected) <= OFF
                ? ""
                : String.format(Locale.ROOT, "the picture is scrolled by %.0f px (expected: %.0f px)", shown, expected);
    }

    @Override
    public GestureFollower follow() {
        return new ScrollFollower(this);
    }
}
