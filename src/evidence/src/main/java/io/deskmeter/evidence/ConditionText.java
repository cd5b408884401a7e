package io.deskmeter.evidence;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes a condition in words. */
public final class ConditionText {
    private ConditionText() {}

    /** One sentence without a full stop. */
    public static String of(Condition condition) {
        if (condition instanceof Condition.Appears appears) {
            return appears.landmark() + " appears" + options(appears.options());
        }
        if (condition instanceof Condition.Vanishes vanishes) {
            return vanishes.landmark() + " vanishes" + options(vanishes.options());
        }
        if (condition instanceof Condition.Changes changes) {
            return pixels(changes.atLeast()) + " changed " + region(changes.region());
        }
        if (condition instanceof Condition.Settles settles) {
            return pixels(settles.atLeast()) + " changed " + region(settles.region()) + ", and then nothing for "
                    + seconds(settles.quiet());
        }
        if (condition instanceof Condition.All all) {
            return "all of: " + each(all.conditions());
        }
        return "any of: " + each(((Condition.Any) condition).conditions());
    }

    /** The landmarks that a condition names, each once. */
    public static List<String> landmarks(Condition condition) {
        return condition.landmarks().distinct().toList();
    }

    private static String options(LandmarkOptions options) {
        StringBuilder words = new StringBuilder();
        if (!(options.in() instanceof Region.Whole)) {
            words.append(' ').append(region(options.in()));
        }
        options.similarity().ifPresent(least -> words.append(String.format(Locale.ROOT, " (similarity %.2f)", least)));
        return words.append(options.tolerateCaret() ? " (with or without a caret)" : "")
                .toString();
    }

    private static String each(List<Condition> parts) {
        return parts.stream().map(ConditionText::of).collect(Collectors.joining("; "));
    }

    private static String pixels(int atLeast) {
        return atLeast == 1 ? "at least one pixel has" : "at least " + atLeast + " pixels have";
    }

    private static String region(Region region) {
        if (region instanceof Region.Band band) {
            return "in the " + band.size() + " px at the " + band.edge().name().toLowerCase(Locale.ROOT)
                    + " of the screen";
        }
        if (region instanceof Region.Around around) {
            return "around " + around.landmark() + margins(around);
        }
        return "anywhere on the screen";
    }

    private static String margins(Region.Around around) {
        List<String> sides = new ArrayList<>();
        side(sides, around.above(), "above");
        side(sides, around.below(), "below");
        side(sides, around.left(), "left");
        side(sides, around.right(), "right");
        return sides.isEmpty() ? "" : " (" + String.join(", ", sides) + ")";
    }

    private static void side(List<String> sides, int size, String name) {
        if (size != 0) {
            sides.add(size + " px " + name);
        }
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3g s", duration.toNanos() / 1e9);
    }
}
