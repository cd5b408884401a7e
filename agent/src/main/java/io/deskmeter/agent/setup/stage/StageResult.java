package io.deskmeter.agent.setup.stage;

import java.util.List;
import java.util.stream.Stream;

/**
 * What became of a stage.
 *
 * @param word one of the few results that the stage has
 * @param details for display, a line each; no secrets
 */
public record StageResult(AgentSetupStage stage, String word, Grade grade, List<String> details) {
    public StageResult {
        details = List.copyOf(details);
    }

    /** How good a result is. */
    public enum Grade {
        OK,
        WARNING,
        FAILED
    }

    public static StageResult ok(AgentSetupStage stage, String word, List<String> details) {
        return new StageResult(stage, word, Grade.OK, details);
    }

    public static StageResult failed(AgentSetupStage stage, String word, String detail) {
        return new StageResult(stage, word, Grade.FAILED, List.of(detail));
    }

    /** With warnings it is no success, and no failure. */
    public static StageResult withWarnings(AgentSetupStage stage, List<String> facts, List<String> warnings) {
        return warnings.isEmpty()
                ? ok(stage, "ok", facts)
                : new StageResult(
                        stage,
                        "warning",
                        Grade.WARNING,
                        Stream.concat(warnings.stream(), facts.stream()).toList());
    }
}
