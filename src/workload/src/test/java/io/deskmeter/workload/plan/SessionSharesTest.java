package io.deskmeter.workload.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.WorkloadProfile.Order;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionSharesTest {
    private static final int POSITIONS = 600;

    /** What a load point of any size holds, for shares and seeds drawn at random. */
    @Test
    void theShareHoldsAtEverySizeAsNearlyAsWholeSessionsAllow() {
        Random random = new Random(20261123);
        for (int trial = 0; trial < 500; trial++) {
            double share = trial < 100 ? (trial + 0.5) / 100 : random.nextDouble(0.001, 0.999);
            SessionShares shares = of(random.nextLong(), "video/play", share);
            int working = 0;
            for (int size = 1; size <= POSITIONS; size++) {
                working += shares.works(size - 1, "video/play") ? 1 : 0;
                double exact = size * share;
                String where = "share " + share + " of " + size + " sessions";
                assertThat(shares.count("video/play", size)).as(where).isEqualTo(working);
                assertThat((double) working)
                        .as(where)
                        .isGreaterThanOrEqualTo(Math.max(1, Math.floor(exact + 0.5 - 1e-9)))
                        .isLessThanOrEqualTo(Math.max(1, Math.ceil(exact + 1e-9)));
            }
        }
    }

    @Test
    void noSizeLacksAWorkload() {
        for (long seed = 0; seed < 200; seed++) {
            assertThat(of(seed, "video/play", 0.01).works(0, "video/play")).isTrue();
        }
    }

    @Test
    void theSessionsThatWorkItAreSpreadEvenly() {
        for (long seed = 0; seed < 50; seed++) {
            List<Integer> positions = positions(of(seed, "video/play", 0.2));
            for (int i = 2; i < positions.size(); i++) {
                assertThat(positions.get(i) - positions.get(i - 1)).isEqualTo(5);
            }
        }
    }

    @Test
    void theSeedAndTheWorkloadDecideWhoWorksIt() {
        Set<List<Integer>> seen = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            seen.add(positions(of(seed, "video/play", 0.1)));
            assertThat(positions(of(seed, "video/play", 0.1))).isEqualTo(positions(of(seed, "video/play", 0.1)));
        }
        // Half a period of ten positions: five patterns.
        assertThat(seen).hasSizeBetween(5, 6);
        long apart = IntStream.range(0, 100)
                .filter(seed -> !positions(of(seed, "video/play", 0.1)).equals(positions(of(seed, "web/album", 0.1))))
                .count();
        assertThat(apart).isGreaterThan(50);
    }

    /** Recorded runs name a seed, as in PlannerTest. */
    @Test
    void whoWorksItIsFixedForEver() {
        assertThat(positions(of(42, "video/play", 0.2)).subList(0, 4)).containsExactly(0, 7, 12, 17);
    }

    @Test
    void workloadsWithoutAShareAreWorkedByAll() {
        SessionShares shares = of(1, "video/play", 0.5);
        assertThat(shares.isEmpty()).isFalse();
        assertThat(shares.count("office/writer", 7)).isEqualTo(7);
        assertThat(IntStream.range(0, 50).boxed())
                .allMatch(position -> shares.works(position, "office/writer")
                        && shares.workloads(position).contains("office/writer"));
        assertThat(new SessionShares(profile(1, Map.of())).isEmpty()).isTrue();
        assertThat(shares.count("video/play", 0)).isZero();
    }

    private static List<Integer> positions(SessionShares shares) {
        return IntStream.range(0, POSITIONS)
                .filter(position -> shares.workloads(position).size() > 1)
                .boxed()
                .toList();
    }

    private static SessionShares of(long seed, String workload, double share) {
        return new SessionShares(new WorkloadProfile(
                "p",
                List.of("office/writer", workload),
                Map.of(workload, share),
                5,
                1,
                1,
                new ThinkTime(Duration.ofSeconds(2), 0.5),
                Order.SHUFFLED,
                seed));
    }

    private static WorkloadProfile profile(long seed, Map<String, Double> shares) {
        return new WorkloadProfile(
                "p",
                List.of("office/writer"),
                shares,
                5,
                1,
                1,
                new ThinkTime(Duration.ofSeconds(2), 0.5),
                Order.SHUFFLED,
                seed);
    }
}
