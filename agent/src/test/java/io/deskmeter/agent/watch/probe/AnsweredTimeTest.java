package io.deskmeter.agent.watch.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.SilentInterval;
import org.junit.jupiter.api.Test;

class AnsweredTimeTest {
    private static final long MS = 1_000_000;

    private final AnsweredTime answers = new AnsweredTime();

    private void trip(long from, long until) {
        answers.asked(from * MS);
        answers.answered(until * MS);
    }

    @Test
    void whatAnAnswerUsuallyTakesIsNoStop() {
        trip(0, 10);
        trip(100, 160);
        assertThat(answers.unanswered(0, 1000 * MS)).isZero();
    }

    @Test
    void aLateAnswerStandsForATimeWithoutAnswers() {
        trip(0, 10);
        trip(100, 2170);
        // Twice the shortest answer, and 50 ms.
        assertThat(answers.between(0, 5000 * MS)).containsExactly(new SilentInterval(170 * MS, 2170 * MS));
        assertThat(answers.unanswered(1000 * MS, 5000 * MS)).isEqualTo(1170 * MS);
        assertThat(answers.unanswered(2170 * MS, 5000 * MS)).isZero();
    }

    @Test
    void anOpenQuestionStandsForOneThatGoesOn() {
        trip(0, 10);
        answers.asked(100 * MS);
        assertThat(answers.waitingSince()).isEqualTo(100 * MS);
        assertThat(answers.unanswered(0, 160 * MS)).isZero();
        assertThat(answers.between(0, 500 * MS)).containsExactly(new SilentInterval(170 * MS, 500 * MS));
        answers.withdrawn();
        assertThat(answers.unanswered(0, 500 * MS)).isZero();
    }

    /** Reproducer: what could not even be asked counted as time in which the server answers. */
    @Test
    void aQuestionThatIsAskedAgainWaitsSinceTheFirstTime() {
        trip(0, 10);
        answers.asked(100 * MS);
        answers.asked(150 * MS);
        answers.asked(2000 * MS);
        assertThat(answers.waitingSince()).isEqualTo(100 * MS);
        assertThat(answers.unanswered(0, 2000 * MS)).isEqualTo(1830 * MS);
        answers.answered(2010 * MS);
        assertThat(answers.unanswered(0, 5000 * MS)).isEqualTo(1840 * MS);
        answers.asked(3000 * MS);
        assertThat(answers.unanswered(2010 * MS, 3070 * MS))
                .as("it is as fast as before")
                .isZero();
    }

    /** A line may be slow: then each answer takes as long as the others. */
    @Test
    void whatIsUsualFollowsTheLine() {
        for (long at = 0; at < 8000; at += 1000) {
            trip(at, at + 400);
        }
        trip(8000, 8800);
        assertThat(answers.unanswered(4000 * MS, 9000 * MS)).isZero();
    }
}
