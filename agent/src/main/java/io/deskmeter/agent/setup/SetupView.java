package io.deskmeter.agent.setup;

import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.SetupProgress;
import io.deskmeter.agent.setup.stage.StageResult;
import io.deskmeter.agent.setup.stage.StageResult.Grade;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Shows the stages: to a person, in colours on a terminal, or to a program, as JSON lines. */
final class SetupView implements SetupProgress {
    private static final Map<Grade, String> COLOURS =
            Map.of(Grade.OK, "\u001b[32m", Grade.WARNING, "\u001b[33m", Grade.FAILED, "\u001b[31m");
    private static final String PLAIN = "\u001b[0m";
    private static final int STAGES = AgentSetupStage.values().length;

    private final PrintWriter out;
    private final boolean json;
    private final boolean colours;

    SetupView(PrintWriter out, boolean json, boolean colours) {
        this.out = out;
        this.json = json;
        this.colours = colours;
    }

    @Override
    public void begins(AgentSetupStage stage) {
        if (json) {
            print(Map.of("stage", stage.word(), "state", "started"));
        }
    }

    @Override
    public void ended(StageResult result) {
        if (json) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("stage", result.stage().word());
            fields.put("state", "ended");
            fields.put("result", result.word());
            fields.put("grade", result.grade().name().toLowerCase(Locale.ROOT));
            fields.put("details", String.join("\n", result.details()));
            print(fields);
            return;
        }
        out.printf(
                "%d/%d %-10s %s%n",
                result.stage().number(), STAGES, result.stage().word(), coloured(result.word(), result.grade()));
        result.details().forEach(detail -> out.println("               " + detail));
        out.flush();
    }

    @Override
    public void says(String name, String text) {
        if (json) {
            print(Map.of(name, text));
        } else {
            out.println(text);
            out.flush();
        }
    }

    private void print(Map<String, String> fields) {
        out.println(JsonLine.of(fields));
        out.flush();
    }

    private String coloured(String word, Grade grade) {
        return colours ? COLOURS.get(grade) + word + PLAIN : word;
    }
}
