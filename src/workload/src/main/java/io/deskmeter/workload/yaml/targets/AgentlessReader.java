package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Agentless.Choice;
import io.deskmeter.workload.targets.Agentless.Launcher;
import io.deskmeter.workload.targets.Agentless.Sign;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.PictureText;
import io.deskmeter.workload.yaml.workload.ScreenRects;
import io.deskmeter.workload.yaml.workload.StepReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads how the sessions of a target are driven without desktop agents. */
final class AgentlessReader {
    private static final String SWITCH = "desktopAgent";
    private static final List<String> KEYS = List.of("content", "ready", "launcher", "logoff");
    private static final List<String> LAUNCHERS = List.of("dialog", "icons", "menus");
    private static final List<String> CHOICES = List.of("click", "keys");
    private static final List<String> LOGOFF = List.of("keys", "type", "wait");
    private static final List<String> SIGNS = List.of("rest", "landmark");
    private static final Set<String> READY = Keywords.with(SIGNS, ScreenRects.EXCEPT);

    private static final Pattern TYPED = Pattern.compile("[^\\p{Cc}\\p{Cs}]{1,1000}");
    private static final Pattern FOLDER = Pattern.compile("[^\\x00-\\x20\\x7f'\"]{1,400}");
    private static final Launcher NO_LAUNCHER = new Launcher.Icons(Map.of());

    private AgentlessReader() {}

    static Set<String> keysWith(String... others) {
        Set<String> keys = new HashSet<>(KEYS);
        keys.add(SWITCH);
        keys.addAll(List.of(others));
        return keys;
    }

    /** Reads its keys; empty for a target with desktop agents. */
    static Optional<Agentless> read(Fields fields, ScreenRect screen) {
        boolean none = fields.optional(SWITCH, of -> of.choice(Map.of("none", true, "session", false), false), false);
        if (!none) {
            KEYS.forEach(key -> fields.optional(key, AgentlessReader::refused, key));
            return Optional.empty();
        }
        fields.optional("application", AgentlessReader::refusedApplication, "");
        String content = fields.optional(
                "content", of -> of.text(FOLDER, "a folder on the desktop's machine, without spaces and quotes"), "");
        return Optional.of(new Agentless(
                content,
                fields.optional(
                        "ready", of -> sign(of, Agentless.READY_REST, screen), new Sign.Rest(Agentless.READY_REST)),
                fields.required("launcher", of -> launcher(of, content), NO_LAUNCHER),
                fields.optional("logoff", AgentlessReader::logoff, List.of())));
    }

    private static String refused(Value value) {
        value.problem("without `" + SWITCH + ": none` (expected: only beside it)");
        return "";
    }

    private static String refusedApplication(Value value) {
        value.problem(
                "beside `" + SWITCH + ": none` (expected: a desktop, because input launches the applications there)");
        return "";
    }

    private static Sign sign(Value value, Duration rest, ScreenRect screen) {
        Fields fields = value.fields("a sign", READY);
        fields.onlyWith("rest", List.of(ScreenRects.EXCEPT));
        return sign(fields, rest, true, screen);
    }

    private static Sign sign(Fields fields, Duration rest, boolean required, ScreenRect screen) {
        if (!required && SIGNS.stream().noneMatch(fields::has)) {
            return new Sign.Rest(rest);
        }
        return fields.exactlyOne(SIGNS, "")
                .map(kind -> kind.equals("rest")
                        ? new Sign.Rest(
                                fields.required("rest", Limits::quiet, rest),
                                fields.optional(ScreenRects.EXCEPT, of -> ScreenRects.read(of, screen), List.of()))
                        : (Sign) new Sign.Landmark(
                                fields.required("landmark", PictureText::read, PictureText.PLACEHOLDER)))
                .orElse(new Sign.Rest(rest));
    }

    private static Launcher launcher(Value value, String content) {
        Fields fields = value.fields("a launcher", Set.copyOf(LAUNCHERS));
        return fields.exactlyOne(LAUNCHERS, "")
                .map(kind -> fields.required(kind, of -> launcher(kind, of, content), NO_LAUNCHER))
                .orElse(NO_LAUNCHER);
    }

    private static Launcher launcher(String kind, Value value, String content) {
        return switch (kind) {
            case "dialog" -> dialog(value, content);
            case "icons" -> new Launcher.Icons(byWorkload(value, PictureText::read));
            default -> new Launcher.Menus(byWorkload(value, AgentlessReader::choices));
        };
    }

    /** Only its keys, or a map with them. */
    private static Launcher dialog(Value value, String content) {
        if (value.isText()) {
            requireContent(value, Agentless.COMMAND, content);
            return new Launcher.Dialog(
                    StepReader.chord(value), new Sign.Rest(Agentless.DIALOG_REST), Agentless.COMMAND);
        }
        Fields fields = value.fields("a run dialog", Set.of("keys", "rest", "landmark", "command"));
        String command = fields.optional(
                "command", of -> of.text(TYPED, "one line of text, at most 1000 characters"), Agentless.COMMAND);
        requireContent(value, command, content);
        return new Launcher.Dialog(
                fields.required("keys", StepReader::chord, ""),
                sign(fields, Agentless.DIALOG_REST, false, ScreenRect.LARGEST_DESKTOP),
                command);
    }

    private static void requireContent(Value value, String command, String content) {
        if (command.contains("${content}") && content.isEmpty()) {
            value.problem(
                    "types " + command + ", but `content` is missing (expected: the folder on the desktop's machine,"
                            + " beside `launcher`)");
        }
    }

    private static <T> Map<String, T> byWorkload(Value value, Function<Value, T> read) {
        Fields fields = value.fields("launchers by workload", value.keys());
        Map<String, T> byWorkload = new LinkedHashMap<>();
        for (String id : value.keys()) {
            if (!Keywords.ID.matcher(id).matches()) {
                value.problem(id + " (expected: " + Keywords.ID_FORM + ")");
            } else {
                fields.optional(id, of -> Optional.of(read.apply(of)), Optional.<T>empty())
                        .ifPresent(launcher -> byWorkload.put(id, launcher));
            }
        }
        return byWorkload;
    }

    private static List<Choice> choices(Value value) {
        return value.items("choices").stream()
                .map(item -> {
                    Fields fields = item.fields("a choice", Set.copyOf(CHOICES));
                    return fields.exactlyOne(CHOICES, "")
                            .map(kind -> kind.equals("click")
                                    ? new Choice.Click(
                                            fields.required("click", PictureText::read, PictureText.PLACEHOLDER))
                                    : (Choice) new Choice.Keys(fields.required("keys", StepReader::chord, "")))
                            .orElse(new Choice.Keys(""));
                })
                .toList();
    }

    private static List<Step> logoff(Value value) {
        return value.items("input").stream()
                .map(item -> {
                    Fields fields = item.fields("input", Set.copyOf(LOGOFF));
                    return fields.exactlyOne(LOGOFF, "")
                            .map(kind -> fields.required(kind, of -> logoff(kind, of), StepReader.PLACEHOLDER))
                            .orElse(StepReader.PLACEHOLDER);
                })
                .toList();
    }

    private static Step logoff(String kind, Value value) {
        return switch (kind) {
            case "keys" -> new Step.Keys(List.of(StepReader.chord(value)));
            case "type" -> new Step.Type(StepReader.typed(value));
            default -> new Step.Wait(Limits.quiet(value));
        };
    }
}
