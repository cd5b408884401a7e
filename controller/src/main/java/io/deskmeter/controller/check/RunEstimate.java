package io.deskmeter.controller.check;

import io.deskmeter.controller.check.CheckReport.Figure;
import io.deskmeter.controller.run.view.ShareTexts;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.plan.SessionShares;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Estimates a run: the number of operations and the minimum duration. Responses are unknown before the run and are not
 * included.
 */
final class RunEstimate {
    private RunEstimate() {}

    static List<Figure> of(CheckInput checkInput) {
        RunProfile profile = checkInput.profile();
        SessionShares shares = new SessionShares(profile.workloads());
        int iterations = profile.workloads().iterations();
        long longest = 0;
        long all = 0;
        for (Workload workload : checkInput.workloads()) {
            long operations = iterations * operations(workload);
            longest += operations;
            all += operations * shares.count(workload.id(), checkInput.most());
        }
        Duration thinking = thinking(checkInput);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("maximum number of sessions", String.valueOf(checkInput.most())));
        figures.add(new Figure(
                (shares.isEmpty() ? "" : "most ") + "operations per session at a load point", String.valueOf(longest)));
        figures.add(new Figure("operations of the largest load point", String.valueOf(all)));
        for (String workload : profile.workloads().shares().keySet()) {
            figures.add(new Figure(
                    workload + ", " + ShareTexts.percent(profile.workloads().share(workload)) + " of the sessions",
                    ShareTexts.numbers(profile.workloads(), workload, fewest(profile.load()), checkInput.most())));
        }
        Duration logons = profile.logonInterval().multipliedBy(checkInput.most());
        figures.add(new Figure("think time at a load point", minutes(thinking)));
        figures.add(new Figure("time for all logons", minutes(logons)));
        OptionalInt points = points(profile.load());
        if (points.isPresent()) {
            Duration whole = thinking.multipliedBy(points.getAsInt())
                    .plus(logons.multipliedBy(profile.load().fresh() ? points.getAsInt() : 1));
            figures.add(new Figure("maximum number of load points", String.valueOf(points.getAsInt())));
            figures.add(new Figure("duration if all load points pass, without response times", minutes(whole)));
        }
        return figures;
    }

    /** The think time of a session that works all workloads, at a load point. */
    static Duration thinking(CheckInput checkInput) {
        long operations = checkInput.workloads().stream()
                .mapToLong(RunEstimate::operations)
                .sum();
        var workloads = checkInput.profile().workloads();
        return workloads.think().mean().multipliedBy(operations * workloads.iterations());
    }

    private static long operations(Workload workload) {
        return workload.operations().stream()
                .mapToLong(operation -> operation.occurrences().size())
                .sum();
    }

    /** The smallest load point that is sure to be measured, or the fewest sessions that a search may measure. */
    static int fewest(Load load) {
        if (load instanceof Load.Fixed fixed) {
            return fixed.sessions();
        }
        if (load instanceof Load.Steps steps) {
            return steps.sessions().get(0);
        }
        return load instanceof Load.Ramp ramp ? ramp.from() : ((Load.FindMax) load).from();
    }

    /** Empty if it depends on the search. */
    private static OptionalInt points(Load load) {
        if (load instanceof Load.Fixed) {
            return OptionalInt.of(1);
        }
        if (load instanceof Load.Steps steps) {
            return OptionalInt.of(steps.sessions().size());
        }
        if (load instanceof Load.Ramp ramp) {
            return OptionalInt.of(1 + (ramp.max() - ramp.from() + ramp.add() - 1) / ramp.add());
        }
        return OptionalInt.empty();
    }

    static String minutes(Duration duration) {
        return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
}
