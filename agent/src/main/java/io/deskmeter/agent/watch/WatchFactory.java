package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.LandmarkQuery;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.LandmarkOptions;
import io.deskmeter.workload.step.Region;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Arms conditions with a session's current picture. */
public final class WatchFactory {
    private WatchFactory() {}

    /**
     * Arms the condition of a measured operation.
     *
     * @throws UnusableScreenException if a region is around a landmark that was never found, or has too few pixels to
     *     change
     */
    public static Watch arm(Condition condition, ScreenMatcher screenMatcher) {
        return arm(
                condition,
                screenMatcher,
                changes -> changes,
                vanishes -> vanishes,
                settles -> settles(settles, screenMatcher));
    }

    /**
     * Arms a condition of {@code await}. The difference is in {@code settles}, which requires no change here: the
     * region only has to be stable from now on.
     */
    public static Watch await(Condition condition, ScreenMatcher screenMatcher, long now) {
        return await(condition, screenMatcher, now, changes -> changes, vanishes -> vanishes);
    }

    /**
     * The same where {@code changes} compares with an earlier picture of the same size.
     *
     * @param earlier gets each {@code changes}, and each {@code vanishes} that looks everywhere, within the condition
     *     as it is armed now, in their order. Returns the one that has seen the frames since the earlier picture, if
     *     there is one
     */
    public static Watch await(
            Condition condition,
            ScreenMatcher screenMatcher,
            long now,
            Frame before,
            Function<Watch, Optional<Watch>> earlier) {
        return await(
                condition,
                screenMatcher,
                now,
                changes -> {
                    changes.compareWith(before);
                    return earlier.apply(changes).orElse(changes);
                },
                vanishes -> earlier.apply(vanishes).orElse(vanishes));
    }

    private static Watch await(
            Condition condition,
            ScreenMatcher screenMatcher,
            long now,
            Function<ChangesWatch, Watch> changing,
            UnaryOperator<Watch> vanishing) {
        return arm(condition, screenMatcher, changing, vanishing, settles -> {
            SettlesWatch watch = settles(settles, screenMatcher);
            watch.changedWhenArmed(now);
            return watch;
        });
    }

    private static Watch arm(
            Condition condition,
            ScreenMatcher screenMatcher,
            Function<ChangesWatch, Watch> changing,
            UnaryOperator<Watch> vanishing,
            Function<Condition.Settles, Watch> settling) {
        if (condition instanceof Condition.Appears appears) {
            return new LandmarkWatch(screenMatcher, sought(appears, screenMatcher), true);
        }
        if (condition instanceof Condition.Vanishes vanishes) {
            Watch watch = new LandmarkWatch(screenMatcher, sought(vanishes, screenMatcher), false);
            return vanishes.options().in() instanceof Region.Whole ? vanishing.apply(watch) : watch;
        }
        if (condition instanceof Condition.Changes changes) {
            return changing.apply(changes(changes, screenMatcher));
        }
        if (condition instanceof Condition.Settles settles) {
            return settling.apply(settles);
        }
        if (condition instanceof Condition.All all) {
            return new AllWatch(armEach(all.conditions(), screenMatcher, changing, vanishing, settling));
        }
        return new AnyWatch(
                armEach(((Condition.Any) condition).conditions(), screenMatcher, changing, vanishing, settling));
    }

    /** What a condition on a landmark looks for, with its region on the current screen. */
    public static LandmarkQuery sought(Condition.Appears appears, ScreenMatcher screenMatcher) {
        return sought(appears.landmark(), appears.options(), screenMatcher);
    }

    private static LandmarkQuery sought(Condition.Vanishes vanishes, ScreenMatcher screenMatcher) {
        return sought(vanishes.landmark(), vanishes.options(), screenMatcher);
    }

    private static LandmarkQuery sought(String landmark, LandmarkOptions options, ScreenMatcher screenMatcher) {
        Rect in = options.in() instanceof Region.Whole ? null : Regions.resolve(options.in(), screenMatcher);
        return new LandmarkQuery(landmark, options, in, false);
    }

    private static List<Watch> armEach(
            List<Condition> conditions,
            ScreenMatcher screenMatcher,
            Function<ChangesWatch, Watch> changing,
            UnaryOperator<Watch> vanishing,
            Function<Condition.Settles, Watch> settling) {
        return conditions.stream()
                .map(part -> arm(part, screenMatcher, changing, vanishing, settling))
                .toList();
    }

    private static ChangesWatch changes(Condition.Changes changes, ScreenMatcher screenMatcher) {
        return new ChangesWatch(
                screenMatcher,
                Regions.resolve(changes.region(), screenMatcher, changes.atLeast(), List.of()),
                changes.atLeast(),
                changes.exceptCaret());
    }

    private static SettlesWatch settles(Condition.Settles settles, ScreenMatcher screenMatcher) {
        List<Rect> except = settles.except().stream().map(Regions::of).toList();
        return new SettlesWatch(
                screenMatcher,
                Regions.resolve(settles.region(), screenMatcher, settles.atLeast(), except),
                settles.atLeast(),
                settles.quiet().toNanos(),
                except,
                settles.exceptCaret());
    }
}
