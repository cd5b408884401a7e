package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Launcher;
import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.targets.Agentless.Sign;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.workload.ScreenRects;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the canonical form of how sessions are driven without desktop agents. */
final class AgentlessWriter {
    private AgentlessWriter() {}

    static Map<String, Object> write(Agentless agentless) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("desktopAgent", "none");
        if (!agentless.content().isEmpty()) {
            map.put("content", agentless.content());
        }
        map.put("ready", sign(agentless.ready()));
        map.put("launcher", launcher(agentless.launcher()));
        if (!agentless.logoff().isEmpty()) {
            map.put(
                    "logoff",
                    agentless.logoff().stream().map(AgentlessWriter::input).toList());
        }
        return map;
    }

    private static Map<String, Object> sign(Sign sign) {
        if (sign instanceof Sign.Landmark landmark) {
            return Map.of("landmark", picture(landmark.picture()));
        }
        Sign.Rest rest = (Sign.Rest) sign;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rest", Quantities.format(rest.quiet()));
        if (!rest.except().isEmpty()) {
            map.put(ScreenRects.EXCEPT, ScreenRects.write(rest.except()));
        }
        return map;
    }

    private static Map<String, Object> launcher(Launcher launcher) {
        if (launcher instanceof Launcher.Dialog dialog) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("keys", dialog.keys());
            map.putAll(sign(dialog.opened()));
            map.put("command", dialog.command());
            return Map.of("dialog", map);
        }
        Map<String, Object> byWorkload = new LinkedHashMap<>();
        if (launcher instanceof Launcher.Icons icons) {
            icons.byWorkload().forEach((id, picture) -> byWorkload.put(id, picture(picture)));
            return Map.of("icons", byWorkload);
        }
        ((Launcher.Menus) launcher)
                .byWorkload()
                .forEach((id, choices) -> byWorkload.put(
                        id, choices.stream().map(AgentlessWriter::choice).toList()));
        return Map.of("menus", byWorkload);
    }

    private static Map<String, Object> choice(Choice choice) {
        return choice instanceof Choice.Click click
                ? Map.of("click", picture(click.picture()))
                : Map.of("keys", ((Choice.Keys) choice).chord());
    }

    private static Map<String, Object> input(Step step) {
        if (step instanceof Step.Keys keys) {
            return Map.of("keys", keys.chords().get(0));
        }
        if (step instanceof Step.Type type) {
            return Map.of("type", type.text());
        }
        if (step instanceof Step.Wait pause) {
            return Map.of("wait", Quantities.format(pause.duration()));
        }
        throw new IllegalArgumentException("logoff: " + step + " (expected: keys, type or wait)");
    }

    private static String picture(Picture picture) {
        return PictureText.write(picture.name(), picture.png());
    }
}
