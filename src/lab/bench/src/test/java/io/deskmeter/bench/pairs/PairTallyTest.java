package io.deskmeter.bench.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairTallyTest {
    private static final Look RIGHT = new Look(Answer.THERE, Answer.ABSENT);

    @Test
    void each_look_has_two_tries_of_which_each_is_counted_once() {
        PairTally tally = new PairTally();
        tally.add("right", RIGHT);
        tally.add("both open", new Look(Answer.OPEN, Answer.OPEN));
        tally.add("taken for the other", new Look(Answer.THERE, Answer.THERE));
        tally.add("not found", new Look(Answer.ABSENT, Answer.ABSENT));
        assertThat(tally.figures())
                .containsEntry("tries", 8)
                .containsEntry("decided", 4)
                .containsEntry("open", 2)
                .containsEntry("wrong", 1)
                .containsEntry("missed", 1)
                .containsEntry("decidedPercent", 50.0);
        assertThat(tally.undecided())
                .containsExactly(
                        "both open: shown OPEN, other OPEN",
                        "taken for the other: shown THERE, other THERE",
                        "not found: shown ABSENT, other ABSENT");
    }

    @Test
    void what_stays_open_is_not_wrong() {
        PairTally tally = new PairTally();
        tally.add("open", new Look(Answer.OPEN, Answer.OPEN));
        assertThat(tally.isRight()).isTrue();
        tally.add("missed", new Look(Answer.ABSENT, Answer.ABSENT));
        assertThat(tally.isRight()).isFalse();
    }

    @Test
    void without_tries_no_share_is_decided() {
        assertThat(new PairTally().figures()).containsEntry("tries", 0).containsEntry("decidedPercent", null);
    }

    /** Servers send the same pixels without loss once a desktop is quiet: what the codec left is in the first look. */
    @Test
    void the_first_look_counts_where_a_frame_without_loss_follows() {
        List<Look> looks = List.of(new Look(Answer.OPEN, Answer.OPEN), RIGHT);
        assertThat(Look.judged(looks, true)).isEqualTo(looks.get(0));
        assertThat(Look.judged(looks, false)).isEqualTo(RIGHT);
    }

    /** The wait would have ended there. */
    @Test
    void a_picture_that_was_taken_for_the_other_once_is_wrong() {
        List<Look> looks = List.of(RIGHT, new Look(Answer.THERE, Answer.THERE), RIGHT);
        for (boolean refined : new boolean[] {true, false}) {
            assertThat(Look.judged(looks, refined)).isEqualTo(new Look(Answer.THERE, Answer.THERE));
        }
    }
}
