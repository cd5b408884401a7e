package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.measure.validity.PointSessions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A verdict can be computed again from what is stored, so which sessions an error of Deskmeter ended is stored, too.
 */
class StoredPointSessionsTest {
    @Test
    void whichSessionsAnErrorOfDeskmeterEndedIsReadAgain() {
        PointSessions sessions = new PointSessions(50, 1, 2, 46, 47.5, Map.of(3, "fault: no memory"));
        assertThat(ColumnMapping.read(ColumnMapping.json(sessions), PointSessions.class))
                .isEqualTo(sessions);
    }

    @Test
    void aPointOfAnEarlierVersionHasNone() {
        String earlier = "{\"asked\":50,\"refused\":1,\"lost\":2,\"leastWorking\":47,\"meanWorking\":47.5}";
        assertThat(ColumnMapping.read(earlier, PointSessions.class)).isEqualTo(new PointSessions(50, 1, 2, 47, 47.5));
    }
}
