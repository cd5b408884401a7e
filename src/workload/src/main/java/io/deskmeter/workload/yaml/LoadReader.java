package io.deskmeter.workload.yaml;

import io.deskmeter.workload.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads how many sessions work. */
final class LoadReader {
    static final Load PLACEHOLDER = new Load.Fixed(1);

    private static final List<String> KINDS = List.of("fixed", "steps", "ramp");

    private LoadReader() {}

    static Load read(Value value) {
        Fields fields = value.fields("a load", Set.copyOf(KINDS));
        return fields.exactlyOne(KINDS, "")
                .map(kind -> fields.required(kind, of -> read(kind, of), PLACEHOLDER))
                .orElse(PLACEHOLDER);
    }

    private static Load read(String kind, Value value) {
        return switch (kind) {
            case "fixed" ->
                new Load.Fixed(
                        value.fields("a fixed load", Set.of("sessions")).required("sessions", Limits::sessions, 1));
            case "steps" ->
                new Load.Steps(value.fields("a load in steps", Set.of("sessions"))
                        .required("sessions", LoadReader::rising, List.of()));
            default -> ramp(value.fields("a ramp", Set.of("from", "add", "max")));
        };
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

    private static Load ramp(Fields fields) {
        int from = fields.required("from", Limits::sessions, 1);
        int add = fields.required("add", Limits::sessions, 1);
        int max = fields.required("max", Limits::sessions, Limits.SESSIONS);
        if (max < from && fields.has("from") && fields.has("max")) {
            fields.map().problem("from " + from + " to max " + max + " (expected: from <= max)");
        }
        return new Load.Ramp(from, add, max);
    }
}
