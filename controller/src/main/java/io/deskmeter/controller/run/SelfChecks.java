package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.CountedRange;
import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.MeasuredPoint;
import io.deskmeter.measure.Rhythm;
import io.deskmeter.measure.RunFacts;
import io.deskmeter.measure.TimingList;
import io.deskmeter.measure.Validity;
import io.deskmeter.measure.ValidityCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gathers what the checks of validity look at. */
final class SelfChecks {
    private SelfChecks() {}

    /** The checks of a run, over all its judged load points. */
    static List<ValidityCheck> of(RunBooks books) {
        List<Validity.Measured> points = new ArrayList<>();
        for (int i = 0; i < books.measured().size(); i++) {
            points.add(new Validity.Measured(
                    fact(books.measured().get(i), books.records().get(i).resources()),
                    books.rhythms().get(i),
                    books.records().get(i).worked()));
        }
        return Validity.check(books.plan().profile().validity(), points);
    }

    private static RunFacts.Point fact(MeasuredPoint point, PointResources resources) {
        boolean sampled = resources.samples() > 0;
        return new RunFacts.Point(
                point.summary(), sampled ? resources.cpuPercent() / 100 : Double.NaN, resources.generatorHarnessCpu());
    }

    /** Whether the sessions of a load point that were kept to its end worked as planned. */
    static Rhythm rhythm(RunPlan plan, PointRecord point, TimingList steady) {
        Set<Integer> discarded = Set.copyOf(point.discarded());
        int iterations = point.counted().entrySet().stream()
                .filter(counted -> !discarded.contains(counted.getKey()))
                .map(Map.Entry::getValue)
                .mapToInt(CountedRange::length)
                .sum();
        TimingList kept = steady.ofIterations((session, iteration) -> !discarded.contains(session));
        return Rhythm.of(kept, plan.mix(), iterations);
    }
}
