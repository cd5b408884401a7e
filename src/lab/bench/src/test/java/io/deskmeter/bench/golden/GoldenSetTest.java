package io.deskmeter.bench.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * No landmark is missed and none is found where it is not. The whole set is searched by {@code ./deskmeter bench
 * vision}.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class GoldenSetTest {
    /** Coprime to the numbers of themes, scales and codecs, so that all of them are used. */
    private static final int EACH = 9;

    @Test
    void noneIsMissedAndNoneIsFoundWhereItIsNot() throws Exception {
        GoldenSet set = GoldenSet.of(Path.of("..", "..", "..", "workloads"), 1100, 800);
        assertThat(set.size()).isGreaterThanOrEqualTo(200);
        GoldenSetCheck check = new GoldenSetCheck(set.landmarks(), () -> 0, time -> {});
        List<String> missed = new ArrayList<>();
        List<String> falseMatches = new ArrayList<>();
        int shown = 0;
        int nearly = 0;
        for (int i = 0; i < set.size(); i += EACH) {
            GoldenFrame golden = set.frame(i);
            int some = i / EACH;
            GoldenSetCheck.Verdict verdict = check.judge(
                    golden,
                    name -> golden.shown().containsKey(name)
                            || golden.nearlyShown().contains(name)
                            || Math.floorMod(name.hashCode() + some, 8) == 0);
            missed.addAll(verdict.missed());
            falseMatches.addAll(verdict.falseMatches());
            shown += golden.shown().size();
            nearly += golden.nearlyShown().size();
        }
        assertThat(shown).isGreaterThan(80);
        assertThat(nearly).isGreaterThan(80);
        assertThat(missed).isEmpty();
        assertThat(falseMatches).isEmpty();
    }

    /**
     * Nobody looks for landmarks with so few colours, but nothing else than the colours differs. Scaled landmarks are
     * not compared in detail.
     */
    @Test
    void landmarksAreFoundWithEightBitsForAPixel() throws Exception {
        GoldenSet set =
                GoldenSet.of(Path.of("..", "..", "..", "workloads"), 1100, 800).through(Codec.rgb332());
        GoldenSetCheck check = new GoldenSetCheck(set.landmarks(), () -> 0, time -> {});
        List<String> missed = new ArrayList<>();
        List<String> falseMatches = new ArrayList<>();
        int shown = 0;
        for (int i = 0; i < set.size(); i++) {
            GoldenFrame golden = set.frame(i);
            if (golden.percent() == 100) {
                GoldenSetCheck.Verdict verdict = check.judge(
                        golden,
                        name -> golden.shown().containsKey(name)
                                || golden.nearlyShown().contains(name));
                missed.addAll(verdict.missed());
                falseMatches.addAll(verdict.falseMatches());
                shown += golden.shown().size();
            }
        }
        assertThat(shown).isGreaterThanOrEqualTo(12);
        assertThat(missed).isEmpty();
        assertThat(falseMatches).isEmpty();
    }
}
