package io.deskmeter.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EpisodeTrialTest {
    private static final JsonNode STAGES = json("""
            [{"state": "steady", "startedAt": "2026-11-30T21:11:56Z"},
             {"state": "ramping-down", "startedAt": "2026-11-30T21:12:07.660Z"},
             {"state": "ending", "startedAt": "2026-11-30T21:12:07.795Z"}]""");
    private static final JsonNode FINISHED =
            json("{\"state\": \"finished\", \"endedAt\": \"2026-11-30T21:12:09.410Z\"}");

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static boolean wasOver(String disturbed) {
        return EpisodeTrial.wasOver(FINISHED, STAGES, Instant.parse(disturbed));
    }

    @Test
    void aRunIsOverWhenItsSessionsAreStopped() {
        assertThat(wasOver("2026-11-30T21:12:08.100Z")).isTrue();
        assertThat(wasOver("2026-11-30T21:12:05.100Z")).isFalse();
    }

    @Test
    void aRunThatDidNotFinishWasNotOver() {
        JsonNode invalid = json("{\"state\": \"invalid\", \"endedAt\": \"2026-11-30T21:12:09.410Z\"}");
        assertThat(EpisodeTrial.wasOver(invalid, STAGES, Instant.parse("2026-11-30T21:12:20Z")))
                .isFalse();
    }

    @Test
    void aRunWithoutStagesIsOverAtItsEnd() {
        assertThat(EpisodeTrial.wasOver(FINISHED, json("[]"), Instant.parse("2026-11-30T21:12:10Z")))
                .isTrue();
        assertThat(EpisodeTrial.wasOver(FINISHED, json("[]"), Instant.parse("2026-11-30T21:12:07Z")))
                .isFalse();
    }
}
