package io.deskmeter.measure.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.PointFailure.Kind;
import io.deskmeter.workload.run.ValidityBounds;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PointSessionsTest {
    private static final ValidityBounds BOUNDS = ValidityBounds.DEFAULT;

    @Test
    void aPointOfWhichAllWorkedDoesNotFail() {
        assertThat(PointSessions.all(100).failure(BOUNDS, "")).isEmpty();
        assertThat(new PointSessions(0, 0, 0, PointSessions.UNKNOWN, Double.NaN).failure(BOUNDS, ""))
                .isEmpty();
    }

    @Test
    void belowFiftySessionsNoneMayBeLost() {
        assertThat(new PointSessions(49, 0, 1, 48, 48.5).failure(BOUNDS, "session 7: its server died"))
                .contains(new PointFailure(
                        Kind.SESSIONS_LOST,
                        "1 of 49 sessions was lost: 2.04 % (bound: at most 2 %); session 7: its server died"));
        assertThat(new PointSessions(50, 0, 1, 49, 49.5).failure(BOUNDS, "")).isEmpty();
        assertThat(new PointSessions(50, 0, 2, 48, 49).failure(BOUNDS, ""))
                .map(PointFailure::kind)
                .contains(Kind.SESSIONS_LOST);
    }

    @Test
    void aRefusedLogonFailsThePointUnlessItsProfileSaysOtherwise() {
        PointSessions one = new PointSessions(100, 1, 0, 99, 99);
        assertThat(one.failure(BOUNDS, "session 3: logon: the user is locked out"))
                .contains(new PointFailure(
                        Kind.LOGONS_REFUSED,
                        "1 of 100 sessions could not log on: 99 % did (bound: at least 100 %);"
                                + " session 3: logon: the user is locked out"));
        ValidityBounds lenient = new ValidityBounds(0.98, 0.02, 0.1, 0.1, Duration.ofMillis(500), 0.25);
        assertThat(one.failure(lenient, "")).isEmpty();
    }

    @Test
    void whoDidNotWorkIsMissingWhateverTheReason() {
        Optional<PointFailure> failure = new PointSessions(100, 0, 0, 97, 99.4).failure(BOUNDS, "");
        assertThat(failure)
                .contains(new PointFailure(
                        Kind.TOO_FEW_WORKING, "at times no more than 97 of 100 sessions worked (bound: at least 98)"));
    }
}
