package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.List;

/**
 * The steady timings of one session at one load point; failed ones are infinitely slow, as in {@link GroupSummary}.
 *
 * @param session from 0
 * @param count operations of all groups that ended: ok, timeout, application-failed, desktop-lost
 * @param failed those of them that did not end ok
 * @param p50AMs median of group A in milliseconds; NaN, like all quantiles here, where nothing of the group ended
 * @param p95AMs 95th percentile of group A
 * @param p50BMs median of group B
 * @param p95BMs 95th percentile of group B
 */
public record SessionSummary(
        int session, int count, int failed, double p50AMs, double p95AMs, double p50BMs, double p95BMs) {

    /** One for each session that has timings, by session. */
    public static List<SessionSummary> of(List<Timing> steady) {
        List<SessionSummary> summaries = new ArrayList<>();
        TimingList.copyOf(steady).bySession().forEach((session, timings) -> summaries.add(of(session, timings)));
        return summaries;
    }

    private static SessionSummary of(int session, List<Timing> timings) {
        List<Timing> ended = timings.stream().filter(Responses::ended).toList();
        double[] a = Responses.sorted(ended, Group.A);
        double[] b = Responses.sorted(ended, Group.B);
        int failed = (int) ended.stream().filter(t -> t.outcome() != Outcome.OK).count();
        return new SessionSummary(
                session,
                ended.size(),
                failed,
                Responses.quantile(a, 0.5),
                Responses.quantile(a, 0.95),
                Responses.quantile(b, 0.5),
                Responses.quantile(b, 0.95));
    }
}
