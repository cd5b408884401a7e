package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.MeasuredPoint;
import io.deskmeter.measure.OperationPlan;
import io.deskmeter.measure.PacingStatistics;
import io.deskmeter.measure.RunFacts;
import io.deskmeter.measure.TimingList;
import io.deskmeter.measure.Validity;
import io.deskmeter.measure.ValidityCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the input of the validity checks. */
final class ValidityFacts {
    private ValidityFacts() {}

    /** The checks of a run, over all its judged load points. */
    static List<ValidityCheck> of(RunContext runContext) {
        List<Validity.Measured> points = new ArrayList<>();
        for (int i = 0; i < runContext.measured().size(); i++) {
            points.add(new Validity.Measured(
                    fact(
                            runContext.measured().get(i),
                            runContext.records().get(i).resources()),
                    runContext.pacings().get(i),
                    runContext.records().get(i).worked()));
        }
        return Validity.check(runContext.plan().profile().validity(), points);
    }

    private static RunFacts.Point fact(MeasuredPoint point, PointResources resources) {
        boolean sampled = resources.samples() > 0;
        return new RunFacts.Point(
                point.summary(), sampled ? resources.cpuPercent() / 100 : Double.NaN, resources.generatorHarnessCpu());
    }

    /** Whether the remaining sessions of a load point worked as planned. */
    static PacingStatistics pacing(OperationPlan plan, PointRecord point, TimingList steady) {
        Set<Integer> discarded = Set.copyOf(point.discarded());
        Map<Integer, Integer> iterations = new HashMap<>();
        point.counted().forEach((session, range) -> {
            if (!discarded.contains(session)) {
                iterations.put(session, range.length());
            }
        });
        TimingList kept = steady.ofIterations((session, iteration) -> !discarded.contains(session));
        // The mix of operations is the planned one only when all are worked.
        return PacingStatistics.of(kept, point.endedEarly().isEmpty() ? plan.planned(iterations) : Map.of());
    }
}
