package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rectangles of the screen, in the form in which messages name them. */
public final class ScreenRects {
    private static final Pattern FORM =
            Pattern.compile("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})\\+([0-9]{1,5})\\+([0-9]{1,5})");
    private static final ScreenRect PLACEHOLDER = new ScreenRect(0, 0, 1, 1);

    /** One, or a list. */
    public static final Type<List<ScreenRect>> RECTS = Types.oneOrMore(
                    "rectangles",
                    Types.quantity(
                            "a rectangle as `120x20+1150+770`",
                            FORM.pattern(),
                            ScreenRects::rect,
                            ScreenRect::toString))
            .named("rects");

    private ScreenRects() {}

    /** Those on a desktop of a known size: each has a pixel there, and together they leave some to look at. */
    public static List<ScreenRect> read(Value value, ScreenRect desktop) {
        List<ScreenRect> rects = RECTS.read(value);
        String size = desktop.width() + "x" + desktop.height();
        rects.stream()
                .filter(desktop::isBeside)
                .forEach(rect ->
                        value.problem(rect + " lies off the desktop of " + size + " (expected: parts of the desktop)"));
        if (desktop.pixelsBeside(rects) == 0) {
            value.problem(
                    "covers all of the desktop of " + size
                            + ", so that nothing is left to look at (expected: the parts that change by themselves, such as a clock)");
        }
        return rects;
    }

    /** Those on a desktop whose size is not known when it is read. */
    static List<ScreenRect> onAnyDesktop(Value value) {
        List<ScreenRect> rects = RECTS.read(value);
        if (ScreenRect.LARGEST_DESKTOP.pixelsBeside(rects) == 0) {
            value.problem(
                    "covers all of any desktop"
                            + ", so that nothing is left to look at (expected: the parts that change by themselves, such as a clock)");
        }
        return rects;
    }

    private static ScreenRect rect(Value value) {
        Matcher form = FORM.matcher(value.text(FORM, "width, height, x and y in pixels as `120x20+1150+770`"));
        return form.matches()
                ? new ScreenRect(
                        Integer.parseInt(form.group(3)),
                        Integer.parseInt(form.group(4)),
                        Integer.parseInt(form.group(1)),
                        Integer.parseInt(form.group(2)))
                : PLACEHOLDER;
    }
}
