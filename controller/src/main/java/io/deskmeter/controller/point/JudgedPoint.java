package io.deskmeter.controller.point;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.validity.PacingStatistics;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.measure.validity.Validity;

/**
 * A judged load point: the one form in which the run, the search, the store, reports and pages have it.
 *
 * @param record as it is written down
 * @param summary what its timings and samples showed
 * @param pacing whether its sessions kept to the plan
 */
public record JudgedPoint(PointRecord record, LoadPointSummary summary, PacingStatistics pacing) {

    /** The same, if it says nothing of the platform. */
    public JudgedPoint notJudged(String why) {
        return new JudgedPoint(record.notJudged(why), summary.notJudged(why), pacing);
    }

    /** As the search sees it. */
    public MeasuredPoint measured(PointTimes times) {
        double cpu = record.resources().samples() == 0
                ? Double.NaN
                : record.resources().cpuPercent() / 100;
        return new MeasuredPoint(summary, record.extensions(), record.brief(), cpu, times);
    }

    /** As expectations see it. */
    public RunFacts.Point fact() {
        PointResources used = record.resources();
        return new RunFacts.Point(
                summary, used.samples() > 0 ? used.cpuPercent() / 100 : Double.NaN, used.generatorHarnessCpu());
    }

    /** As the checks of validity see it. */
    public Validity.Measured checked() {
        return new Validity.Measured(fact(), pacing, record.worked());
    }
}
