package io.deskmeter.bench.compare;

import io.deskmeter.measure.compare.RunSides;
import io.deskmeter.measure.point.Response;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the responses of runs: log-normal, with an effect of the run, one of the session, and one of each single
 * response. Three operations of group A and three of B, ten times each in every session.
 *
 * @param sessions of each run
 * @param betweenRuns true standard deviation of the logarithm of a run's responses, 0.03 for 3 %
 */
record SimulatedRuns(int sessions, double betweenRuns) {
    private static final double BETWEEN_SESSIONS = 0.1;
    private static final double WITHIN_SESSION = 0.4;
    private static final int TIMES = 10;
    private static final List<Operation> OPERATIONS = List.of(
            new Operation("office/calc/open", Group.A, 6.5),
            new Operation("office/calc/compute", Group.A, 5),
            new Operation("office/calc/scroll", Group.A, 4.5),
            new Operation("office/writer/open", Group.B, 7.5),
            new Operation("office/writer/save", Group.B, 6.8),
            new Operation("office/writer/print", Group.B, 7));

    /** @param logMillis the logarithm of its median */
    private record Operation(String name, Group group, double logMillis) {}

    /**
     * The runs of a comparison.
     *
     * @param ratio by which the responses of the other side are longer
     */
    RunSides<List<Response>> sides(CompareCase runs, double ratio, SplittableRandom random) {
        return new RunSides<>(
                draw(runs.baseline(), 1, random), draw(runs.other(), ratio, random), draw(runs.history(), 1, random));
    }

    private List<List<Response>> draw(int runs, double ratio, SplittableRandom random) {
        List<List<Response>> drawn = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            drawn.add(run(Math.log(ratio) + betweenRuns * random.nextGaussian(), random));
        }
        return drawn;
    }

    private List<Response> run(double ofRun, SplittableRandom random) {
        List<Response> responses = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            double ofSession = ofRun + BETWEEN_SESSIONS * random.nextGaussian();
            for (Operation operation : OPERATIONS) {
                for (int time = 0; time < TIMES; time++) {
                    double millis =
                            Math.exp(operation.logMillis() + ofSession + WITHIN_SESSION * random.nextGaussian());
                    responses.add(new Response(session, operation.name(), operation.group(), millis));
                }
            }
        }
        return responses;
    }
}
