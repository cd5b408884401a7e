package io.deskmeter.controller.check;

import io.deskmeter.controller.check.CheckReport.Figure;
import io.deskmeter.workload.Load;
import io.deskmeter.workload.RunProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Estimates a run: the number of operations and the minimum duration. Responses are unknown before the run and are not included. */
final class RunEstimate {
    private RunEstimate() {}

    static List<Figure> of(CheckInput checkInput) {
        RunProfile profile = checkInput.profile();
        long operations = checkInput.workloads().stream()
                .flatMap(workload -> workload.operations().stream())
                .mapToLong(operation -> operation.occurrences().size())
                .sum();
        int iterations = profile.workloads().iterations();
        Duration thinking = profile.workloads().think().mean().multipliedBy(operations * iterations);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("maximum number of sessions", String.valueOf(checkInput.most())));
        figures.add(new Figure("operations per session at a load point", String.valueOf(operations * iterations)));
        figures.add(new Figure(
                "operations of the largest load point", String.valueOf(operations * iterations * checkInput.most())));
        Duration logons = profile.logonInterval().multipliedBy(checkInput.most());
        figures.add(new Figure("think time at a load point", minutes(thinking)));
        figures.add(new Figure("time for all logons", minutes(logons)));
        OptionalInt points = points(profile.load());
        if (points.isPresent()) {
            Duration all = thinking.multipliedBy(points.getAsInt())
                    .plus(logons.multipliedBy(profile.load().fresh() ? points.getAsInt() : 1));
            figures.add(new Figure("maximum number of load points", String.valueOf(points.getAsInt())));
            figures.add(new Figure("duration if all load points pass, without response times", minutes(all)));
        }
        return figures;
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

    private static String minutes(Duration duration) {
        return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
}
