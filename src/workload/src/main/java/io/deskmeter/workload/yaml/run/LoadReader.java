package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads how many sessions work. */
final class LoadReader {
    static final Load PLACEHOLDER = new Load.Fixed(1);

    /** Whether sessions log on again between load points. */
    static final Map<String, Boolean> SESSIONS = Map.of("incremental", false, "fresh", true);

    private static final List<String> KINDS = List.of("fixed", "steps", "ramp", "find-max");
    private static final Set<String> KEYS = Set.of("fixed", "steps", "ramp", "find-max", "sessions");
    private static final Set<String> FIND_MAX_KEYS = Set.of("from", "hint", "max", "precision", "budget");
    private static final Pattern PRECISION = Pattern.compile("(50(\\.0+)?|([1-9]|[1-4][0-9])(\\.[0-9]+)?)%");

    private LoadReader() {}

    static Load read(Value value) {
        Fields fields = value.fields("a load", KEYS);
        boolean fresh = fields.optional("sessions", of -> of.choice(SESSIONS, false), false);
        return fields.exactlyOne(KINDS, "")
                .map(kind -> fields.required(kind, of -> read(kind, of, fields, fresh), PLACEHOLDER))
                .orElse(PLACEHOLDER);
    }

    private static Load read(String kind, Value value, Fields load, boolean fresh) {
        return switch (kind) {
            case "fixed" -> fixed(value, load);
            case "steps" ->
                new Load.Steps(
                        value.fields("a load in steps", Set.of("sessions"))
                                .required("sessions", LoadReader::rising, List.of()),
                        fresh);
            case "ramp" -> ramp(value.fields("a ramp", Set.of("from", "add", "max")), fresh);
            default -> findMax(value.fields("a search for the maximum", FIND_MAX_KEYS), fresh);
        };
    }

    private static Load fixed(Value value, Fields load) {
        if (load.has("sessions")) {
            load.map().problem("`sessions` beside `fixed` (expected: only beside loads of several points)");
        }
        return new Load.Fixed(
                value.fields("a fixed load", Set.of("sessions")).required("sessions", Limits::sessions, 1));
    }

    private static List<Integer> rising(Value value) {
        List<Integer> steps = new ArrayList<>();
        for (Value item : value.items("numbers of sessions")) {
            int sessions = Limits.sessions(item);
            int before = steps.isEmpty() ? 0 : steps.get(steps.size() - 1);
            if (item.isWholeNumber() && sessions <= before) {
                item.expected("more than the " + before + " before it");
            }
            steps.add(sessions);
        }
        return steps;
    }

    private static Load ramp(Fields fields, boolean fresh) {
        int from = fields.required("from", Limits::sessions, 1);
        int add = fields.required("add", Limits::sessions, 1);
        int max = fields.required("max", Limits::sessions, Limits.SESSIONS);
        if (max < from && fields.has("from") && fields.has("max")) {
            fields.map().problem("from " + from + " to max " + max + " (expected: from <= max)");
        }
        return new Load.Ramp(from, add, max, fresh);
    }

    private static Load findMax(Fields fields, boolean fresh) {
        int from = fields.optional("from", Limits::sessions, 1);
        OptionalInt hint = fields.optional("hint", of -> OptionalInt.of(Limits.sessions(of)), OptionalInt.empty());
        int max = fields.required("max", Limits::sessions, Limits.SESSIONS);
        double precision = fields.optional("precision", LoadReader::precision, Load.FindMax.DEFAULT_PRECISION);
        if (max < from && fields.has("max")) {
            fields.map().problem("from " + from + " to max " + max + " (expected: from <= max)");
        } else if (hint.isPresent() && fields.has("max") && (hint.getAsInt() < from || hint.getAsInt() > max)) {
            fields.map()
                    .problem("hint " + hint.getAsInt() + " with from " + from + " to max " + max
                            + " (expected: from <= hint <= max)");
        }
        Optional<Duration> budget = fields.optional("budget", of -> Optional.of(Limits.budget(of)), Optional.empty());
        return new Load.FindMax(from, hint, max, precision, fresh, budget);
    }

    private static double precision(Value value) {
        String text = value.text(PRECISION, "a percentage as `5%`, from 1% to 50%");
        return Quantities.percent(text).orElse(Load.FindMax.DEFAULT_PRECISION);
    }
}
