package io.deskmeter.agent.watch.probe;

import static io.deskmeter.agent.watch.probe.RestProof.Verdict.ASKED;
import static io.deskmeter.agent.watch.probe.RestProof.Verdict.RESTS;
import static io.deskmeter.agent.watch.probe.RestProof.Verdict.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What answers, and their absence, say of a picture that does not change. */
class RestProofTest {
    private final Probing probing = Probing.on();
    private final Asked screen = new Asked();
    private int heard;
    private final RestProof proof = new RestProof(screen, probing, () -> heard++);

    private static long seconds(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** Its answers are given by the test. */
    private static final class Asked implements Screen {
        private final List<CompletableFuture<ProbeAnswer>> probes = new ArrayList<>();
        private String unfinished = "";
        private String missesDesktop = "";

        @Override
        public CompletableFuture<Long> fire(List<InputEvent> events) {
            throw new AssertionError("no input");
        }

        @Override
        public CompletableFuture<ProbeAnswer> probe() {
            probes.add(new CompletableFuture<>());
            return last();
        }

        private CompletableFuture<ProbeAnswer> last() {
            return probes.get(probes.size() - 1);
        }

        @Override
        public String unfinishedMessage() {
            return unfinished;
        }

        @Override
        public String whyProbesMissDesktop() {
            return missesDesktop;
        }

        @Override
        public void close() {}
    }

    @Test
    void anAnswerWithoutChangesProvesARest() {
        assertThat(proof.judge(seconds(1), seconds(3))).isEqualTo(ASKED);
        assertThat(proof.judge(seconds(1), seconds(3.1))).isEqualTo(ASKED);
        assertThat(screen.probes).hasSize(1);
        assertThat(heard).isZero();
        screen.last().complete(ProbeAnswer.unchanged(seconds(3)));
        assertThat(heard).isEqualTo(1);
        assertThat(proof.judge(seconds(1), seconds(3.2))).isEqualTo(RESTS);
        assertThat(proof.whyNotAsked()).isEmpty();
        assertThat(screen.probes).hasSize(1);
        assertThat(probing.counts()).isEqualTo(new ProbeCounts(1, 0, 0));
    }

    @Test
    void aServerThatDoesNotAnswerIsSilentAfterTenSecondsAndIsToldWithWhatItHasBegun() {
        screen.unfinished = "it is in the middle of a message: update";
        proof.judge(seconds(1), seconds(3));
        assertThat(proof.judge(seconds(1), seconds(12.9))).isEqualTo(ASKED);
        assertThat(proof.judge(seconds(1), seconds(13))).isEqualTo(SILENT);
        assertThat(proof.judge(seconds(1), seconds(15.5))).isEqualTo(SILENT);
        assertThat(proof.words(seconds(15.5)))
                .startsWith(
                        "the server has not answered for 12 s, so nothing tells whether the picture is at rest: it is"
                                + " in the middle of a message: update (expected: an answer at once")
                .contains("; hint: ");
        assertThat(screen.probes).hasSize(1);
        assertThat(probing.counts()).isEqualTo(new ProbeCounts(0, 0, 1));
        screen.last().complete(ProbeAnswer.unchanged(seconds(3)));
        assertThat(proof.judge(seconds(1), seconds(16))).as("it was only slow").isEqualTo(RESTS);
    }

    /**
     * Reproducer: two seconds passed while the server stood still, and its first answer proved a rest of two seconds.
     */
    @Test
    void theTimeInWhichTheServerStandsStillIsNoRest() {
        assertThat(proof.restOf(seconds(1), seconds(1))).isZero();
        screen.last().complete(ProbeAnswer.unchanged(seconds(1)));
        assertThat(proof.restOf(seconds(1), seconds(1.1))).isBetween(seconds(0.05), seconds(0.1));
        // It stands still from now on.
        assertThat(proof.restOf(seconds(1), seconds(3))).isLessThan(seconds(0.5));
        screen.last().complete(ProbeAnswer.unchanged(seconds(1.1)));
        assertThat(proof.restOf(seconds(1), seconds(3.2))).isLessThan(seconds(0.5));
        screen.last().complete(ProbeAnswer.unchanged(seconds(3.2)));
        assertThat(proof.restOf(seconds(1), seconds(3.3))).isGreaterThan(seconds(0.1));
        assertThat(screen.probes).hasSize(4);
    }

    /** The first one may have left before the server read the request. */
    @Test
    void oneAnswerWithChangesIsFollowedByAnother() {
        proof.judge(seconds(1), seconds(3));
        screen.last().complete(ProbeAnswer.inconclusive(seconds(3)));
        assertThat(proof.judge(seconds(1), seconds(3.1))).isEqualTo(ASKED);
        assertThat(screen.probes).hasSize(2);
        screen.last().complete(ProbeAnswer.inconclusive(seconds(3.1)));
        assertThat(proof.judge(seconds(1), seconds(3.2))).isEqualTo(RESTS);
    }

    @Test
    void anAnswerOfAnEarlierRestProvesNothing() {
        proof.judge(seconds(1), seconds(3));
        assertThat(proof.judge(seconds(5), seconds(7))).isEqualTo(ASKED);
        assertThat(screen.probes).as("one at a time").hasSize(1);
        screen.last().complete(ProbeAnswer.unchanged(seconds(3)));
        assertThat(proof.judge(seconds(5), seconds(7.1))).isEqualTo(ASKED);
        assertThat(screen.probes).hasSize(2);
        screen.last().complete(ProbeAnswer.unchanged(seconds(7.1)));
        assertThat(proof.judge(seconds(5), seconds(7.2))).isEqualTo(RESTS);
        assertThat(proof.judge(seconds(8), seconds(10))).as("the next rest").isEqualTo(ASKED);
    }

    @Test
    void whatCouldNotBeSentIsSentAgain() {
        proof.judge(seconds(1), seconds(3));
        screen.last().complete(ProbeAnswer.notAsked(seconds(3)));
        assertThat(heard).isZero();
        assertThat(proof.judge(seconds(1), seconds(3.1))).isEqualTo(ASKED);
        screen.last().completeExceptionally(new ScreenException("gone"));
        assertThat(proof.judge(seconds(1), seconds(13))).isEqualTo(SILENT);
        assertThat(screen.probes).hasSize(3);
    }

    @Test
    void whereNobodyCanAnswerSilenceDecidesAndThatIsTold() {
        proof.judge(seconds(1), seconds(3));
        screen.last().complete(ProbeAnswer.unsupported());
        assertThat(proof.judge(seconds(1), seconds(3.1))).isEqualTo(RESTS);
        assertThat(proof.whyNotAsked()).isEqualTo("the screen answers no probes");

        RestProof off = new RestProof(screen, Probing.off(), () -> heard++);
        assertThat(off.judge(seconds(1), seconds(3))).isEqualTo(RESTS);
        assertThat(off.whyNotAsked()).isEqualTo("probes are switched off");
        assertThat(screen.probes).hasSize(1);
    }

    @Test
    void theDisplayOfAViewerProgramSaysNothingOfTheDesktop() {
        screen.missesDesktop = "the private display answers";
        proof.judge(seconds(1), seconds(3));
        screen.last().complete(ProbeAnswer.unchanged(seconds(3)));
        assertThat(proof.judge(seconds(1), seconds(3.1))).isEqualTo(RESTS);
        assertThat(proof.whyNotAsked()).isEqualTo("the private display answers");
    }
}
