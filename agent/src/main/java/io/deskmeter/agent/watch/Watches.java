package io.deskmeter.agent.watch;

import io.deskmeter.workload.Condition;
import java.util.List;
import java.util.function.Function;

/** Arms conditions on what a session sees now. */
public final class Watches {
    private Watches() {}

    /**
     * Arms the condition of a measured operation.
     *
     * @throws UnusableScreenException where a region is around a landmark that was never seen
     */
    public static Watch arm(Condition condition, Sight sight) {
        return arm(condition, sight, settles -> settles(settles, sight));
    }

    /**
     * Arms a condition that is only waited for. Differs in {@code settles}, which here needs no change: it is enough that the region is
     * quiet from now on.
     */
    public static Watch await(Condition condition, Sight sight, long now) {
        return arm(condition, sight, settles -> {
            SettlesWatch watch = settles(settles, sight);
            watch.changedWhenArmed(now);
            return watch;
        });
    }

    private static Watch arm(Condition condition, Sight sight, Function<Condition.Settles, Watch> settling) {
        if (condition instanceof Condition.Appears appears) {
            return new LandmarkWatch(sight, appears.landmark(), true);
        }
        if (condition instanceof Condition.Vanishes vanishes) {
            return new LandmarkWatch(sight, vanishes.landmark(), false);
        }
        if (condition instanceof Condition.Changes changes) {
            return new ChangesWatch(sight, Regions.resolve(changes.region(), sight), changes.atLeast());
        }
        if (condition instanceof Condition.Settles settles) {
            return settling.apply(settles);
        }
        if (condition instanceof Condition.All all) {
            return new AllWatch(armEach(all.conditions(), sight, settling));
        }
        return new AnyWatch(armEach(((Condition.Any) condition).conditions(), sight, settling));
    }

    private static List<Watch> armEach(
            List<Condition> conditions, Sight sight, Function<Condition.Settles, Watch> settling) {
        return conditions.stream().map(part -> arm(part, sight, settling)).toList();
    }

    private static SettlesWatch settles(Condition.Settles settles, Sight sight) {
        return new SettlesWatch(
                sight,
                Regions.resolve(settles.region(), sight),
                settles.atLeast(),
                settles.quiet().toNanos());
    }
}
