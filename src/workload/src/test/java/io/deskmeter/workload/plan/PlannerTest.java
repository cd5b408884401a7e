package io.deskmeter.workload.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.WorkloadProfile.Order;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final Workload WRITER =
            workload("writer", operation("open", 1), operation("modify", 3), operation("close", 1));
    private static final Workload CALC = workload("calc", operation("open", 1), operation("close", 1));
    private static final Workload MAIL = workload("mail", operation("read", 2));

    @Test
    void theSameSeedMakesTheSamePlan() {
        assertThat(plan(planner(7, Order.SHUFFLED), 3)).isEqualTo(plan(planner(7, Order.SHUFFLED), 3));
        assertThat(plan(planner(7, Order.SHUFFLED), 3)).isNotEqualTo(plan(planner(8, Order.SHUFFLED), 3));
    }

    @Test
    void sessionsAndIterationsDiffer() {
        Planner planner = planner(1, Order.FIXED);
        List<List<Duration>> thinks = IntStream.range(0, 50)
                .boxed()
                .flatMap(session ->
                        IntStream.range(0, 5).mapToObj(iteration -> thinks(planner.iteration(session, iteration))))
                .toList();
        assertThat(thinks).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfWorkloadsIsShuffledFairly() {
        Planner planner = planner(3, Order.SHUFFLED);
        long calcFirst = IntStream.range(0, 3000)
                .filter(session ->
                        planner.iteration(session, 0).get(0).workload().equals(CALC))
                .count();
        // Binomial with p = 1/3: 1000 ± 26; five standard deviations.
        assertThat(calcFirst).isBetween(870L, 1130L);
    }

    @Test
    void theOrderWithinAWorkloadIsKept() {
        Planner planner = planner(5, Order.SHUFFLED);
        for (int session = 0; session < 100; session++) {
            List<String> writer = planner.iteration(session, 1).stream()
                    .filter(planned -> planned.workload().equals(WRITER))
                    .map(planned -> planned.operation().id() + planned.occurrence() + planned.firstOfWorkload())
                    .toList();
            assertThat(writer)
                    .containsExactly("open0true", "modify0false", "modify1false", "modify2false", "close0false");
        }
    }

    @Test
    void aWorkloadIsWorkedInOnePiece() {
        List<PlannedOperation> iteration = planner(5, Order.SHUFFLED).iteration(4, 2);
        assertThat(iteration).hasSize(9).allMatch(planned -> planned.iteration() == 2);
        assertThat(iteration.stream().filter(PlannedOperation::firstOfWorkload)).hasSize(3);
    }

    @Test
    void theFixedOrderIsThatOfTheProfile() {
        Planner planner = planner(5, Order.FIXED);
        assertThat(planner.iteration(9, 4).stream()
                        .map(PlannedOperation::workload)
                        .distinct())
                .containsExactly(WRITER, CALC, MAIL);
    }

    @Test
    void thinkTimesAreUniformAroundTheirMean() {
        Planner planner = planner(11, Order.SHUFFLED);
        LongSummaryStatistics millis = IntStream.range(0, 500)
                .boxed()
                .flatMap(session -> planner.iteration(session, 0).stream())
                .mapToLong(planned -> planned.think().toMillis())
                .summaryStatistics();
        assertThat(millis.getMin()).isBetween(1000L, 1010L);
        assertThat(millis.getMax()).isBetween(2990L, 3000L);
        // Uniform on [1000, 3000]: sd 577, mean of 4500 within 8.6; five standard deviations.
        assertThat(millis.getAverage()).isCloseTo(2000, within(43.0));
    }

    @Test
    void withoutSpreadEveryThinkTimeIsTheMean() {
        Planner planner = new Planner(profile(1, Order.SHUFFLED, 0), List.of(WRITER, CALC, MAIL));
        assertThat(thinks(planner.iteration(0, 0))).containsOnly(Duration.ofSeconds(2));
    }

    @Test
    void iterationsNeedNoneBeforeThem() {
        Planner inOrder = planner(2, Order.SHUFFLED);
        List<List<PlannedOperation>> forward =
                IntStream.range(0, 10).mapToObj(i -> inOrder.iteration(1, i)).toList();
        Planner other = planner(2, Order.SHUFFLED);
        assertThat(other.iteration(99, 0)).isNotNull();
        List<List<PlannedOperation>> backward = Stream.iterate(9, i -> i >= 0, i -> i - 1)
                .map(i -> other.iteration(1, i))
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.reverse(backward);
        assertThat(backward).as("asked for backwards, beside another session").isEqualTo(forward);
    }

    /** Recorded runs name a seed: a plan that changes with a release would make them unrepeatable. */
    @Test
    void thePlanOfASeedIsFixedForEver() {
        List<String> plan = planner(42, Order.SHUFFLED).iteration(3, 1).stream()
                .map(planned ->
                        planned.workload().id() + "/" + planned.operation().id() + "#" + planned.occurrence() + " "
                                + planned.think().toMillis())
                .toList();
        assertThat(plan)
                .containsExactly(
                        "writer/open#0 2941",
                        "writer/modify#0 2261",
                        "writer/modify#1 2752",
                        "writer/modify#2 1862",
                        "writer/close#0 1666",
                        "calc/open#0 2778",
                        "calc/close#0 2328",
                        "mail/read#0 2955",
                        "mail/read#1 1974");
    }

    @Test
    void theShuffleOfASeedIsFixedForEver() {
        Planner planner = planner(42, Order.SHUFFLED);
        List<String> orders = IntStream.range(0, 6)
                .mapToObj(session -> planner.iteration(session, 0).stream()
                        .map(planned -> planned.workload().id())
                        .distinct()
                        .collect(Collectors.joining(" ")))
                .toList();
        assertThat(orders)
                .containsExactly(
                        "mail writer calc",
                        "mail writer calc",
                        "writer mail calc",
                        "calc writer mail",
                        "writer mail calc",
                        "writer mail calc");
    }

    @Test
    void theWorkloadsMustBeThoseOfTheProfile() {
        assertThatThrownBy(() -> new Planner(profile(1, Order.FIXED, 0), List.of(WRITER)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("workloads: [writer] (expected: [writer, calc, mail])");
    }

    @Test
    void aSessionWorksTheWorkloadsOfItsPositionInEveryIteration() {
        Planner planner = new Planner(shares(Map.of("calc", 0.3), 4), List.of(WRITER, CALC, MAIL));
        SessionShares shares = new SessionShares(shares(Map.of("calc", 0.3), 4));
        for (int position = 0; position < 40; position++) {
            for (int iteration = 0; iteration < 3; iteration++) {
                assertThat(planner.iteration(100 + position, position, iteration).stream()
                                .map(planned -> planned.workload().id())
                                .distinct())
                        .containsExactlyInAnyOrderElementsOf(shares.workloads(position));
            }
        }
    }

    @Test
    void theSessionsWithoutAShareOfThemKeepTheirPlans() {
        Planner planner = new Planner(shares(Map.of("calc", 0.3), 1), List.of(WRITER, CALC, MAIL));
        assertThat(planner.iteration(17, 0, 2))
                .isEqualTo(planner(1, Order.SHUFFLED).iteration(17, 2));
    }

    private static WorkloadProfile shares(Map<String, Double> shares, long seed) {
        return new WorkloadProfile(
                "p",
                List.of("writer", "calc", "mail"),
                shares,
                5,
                1,
                1,
                new ThinkTime(Duration.ofSeconds(2), 0.5),
                Order.SHUFFLED,
                seed);
    }

    private static List<List<PlannedOperation>> plan(Planner planner, int session) {
        return IntStream.range(0, 5)
                .mapToObj(iteration -> planner.iteration(session, iteration))
                .toList();
    }

    private static List<Duration> thinks(List<PlannedOperation> plan) {
        return plan.stream().map(PlannedOperation::think).toList();
    }

    private static Planner planner(long seed, Order order) {
        return new Planner(profile(seed, order, 0.5), List.of(WRITER, CALC, MAIL));
    }

    private static WorkloadProfile profile(long seed, Order order, double spread) {
        return new WorkloadProfile(
                "p",
                List.of("writer", "calc", "mail"),
                5,
                1,
                1,
                new ThinkTime(Duration.ofSeconds(2), spread),
                order,
                seed);
    }

    private static Workload workload(String id, Operation... operations) {
        return new Workload(id, id, "", new Application(Map.of()), List.of(operations), Path.of(id), "");
    }

    private static Operation operation(String id, int times) {
        Until until = new Until(new Condition.Appears("landmarks/x.png"), Duration.ofSeconds(30));
        Occurrence occurrence = new Occurrence(List.of(), List.of(new Step.Launch()), until);
        return new Operation(id, Group.A, Collections.nCopies(times, occurrence));
    }
}
