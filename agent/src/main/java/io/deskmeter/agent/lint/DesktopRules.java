package io.deskmeter.agent.lint;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Conditions of a workload that on a desktop of this size hold always or never. */
public final class DesktopRules {
    private final ScreenRect desktop;
    private final Set<Problem> problems = new LinkedHashSet<>();

    /**
     * A condition that decides nothing.
     *
     * @param value what is wrong, for display
     */
    public record Problem(String operation, String value) {}

    private DesktopRules(ScreenRect desktop) {
        this.desktop = desktop;
    }

    /** Each once. */
    public static List<Problem> check(Workload workload, int width, int height) {
        DesktopRules rules = new DesktopRules(new ScreenRect(0, 0, width, height));
        for (Operation operation : workload.operations()) {
            for (Occurrence occurrence : operation.occurrences()) {
                Stream.concat(occurrence.before().stream(), occurrence.steps().stream())
                        .filter(Step.Await.class::isInstance)
                        .map(Step.Await.class::cast)
                        .forEach(await ->
                                rules.look(operation.id(), await.until().condition()));
                rules.look(operation.id(), occurrence.until().condition());
            }
        }
        return List.copyOf(rules.problems);
    }

    private void look(String operation, Condition condition) {
        condition.leaves().forEach(leaf -> {
            if (leaf instanceof Condition.Changes changes) {
                look(operation, changes.region(), changes.atLeast(), List.of());
            } else if (leaf instanceof Condition.Settles settles) {
                look(operation, settles.region(), settles.atLeast(), settles.except());
            }
        });
    }

    private void look(String operation, Region region, int atLeast, List<ScreenRect> except) {
        String size = desktop.width() + "x" + desktop.height();
        except.stream()
                .filter(desktop::isBeside)
                .forEach(part ->
                        problems.add(new Problem(operation, "except " + part + " lies off the desktop of " + size)));
        long counted = most(region).pixelsBeside(except);
        if (counted < atLeast) {
            problems.add(new Problem(
                    operation,
                    "at least " + atLeast + " pixels must change, and only " + counted
                            + " of its region count on the desktop of " + size));
        }
    }

    /** What the region has at most: where a landmark will be is not known. */
    private ScreenRect most(Region region) {
        if (!(region instanceof Region.Band band)) {
            return desktop;
        }
        int width = Math.min(band.size(), desktop.width());
        int height = Math.min(band.size(), desktop.height());
        return switch (band.edge()) {
            case TOP -> new ScreenRect(0, 0, desktop.width(), height);
            case BOTTOM -> new ScreenRect(0, desktop.height() - height, desktop.width(), height);
            case LEFT -> new ScreenRect(0, 0, width, desktop.height());
            case RIGHT -> new ScreenRect(desktop.width() - width, 0, width, desktop.height());
        };
    }
}
