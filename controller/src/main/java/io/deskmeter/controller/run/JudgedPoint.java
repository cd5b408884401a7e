package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.Judge;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.MeasuredPoint;
import io.deskmeter.measure.Rhythm;
import io.deskmeter.measure.TimingList;
import java.util.HashSet;

/**
 * What a load point came to.
 *
 * @param record as it is stored
 * @param measured as the search knows it
 * @param rhythm whether its sessions kept to the plan
 */
record JudgedPoint(PointRecord record, MeasuredPoint measured, Rhythm rhythm) {

    /**
     * Judges. A pure function of what does not change any more, so it is called beside the mailbox.
     *
     * @param record the point when its last timing had come
     * @param brief whether the search asked for a look only
     * @param steady the timings that count, discarded sessions' included
     */
    static JudgedPoint of(RunPlan plan, PointRecord record, boolean brief, TimingList steady) {
        LoadPointSummary summary = Judge.judge(
                record.sessions(),
                new HashSet<>(record.discarded()),
                steady,
                plan.profile().thresholds(),
                plan.profile().workloads().seed());
        return new JudgedPoint(
                record,
                new MeasuredPoint(summary, record.extensions(), brief, cpuShare(record)),
                SelfChecks.rhythm(plan, record, steady));
    }

    private static double cpuShare(PointRecord record) {
        return record.resources().samples() == 0
                ? Double.NaN
                : record.resources().cpuPercent() / 100;
    }
}
