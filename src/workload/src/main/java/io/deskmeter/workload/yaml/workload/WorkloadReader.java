package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.picture.LandmarkFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reads {@code workload.yaml}. */
public final class WorkloadReader {
    private static final Set<String> KEYS = Set.of(
            "id", "title", "description", "application", "operations", "metrics", "packages", HandlerReader.HANDLERS);
    private static final Set<String> PLATFORMS = Set.of("linux", "windows", "macos");
    private static final Set<String> OPERATION = Set.of("id", "group", "times", "before", "do", "until", "plays");
    private static final Map<String, ReferenceClip> CLIPS = Map.of(ReferenceClip.SYNC.id(), ReferenceClip.SYNC);
    private static final Map<String, Group> GROUPS = Map.of("A", Group.A, "B", Group.B, "C", Group.C);

    private final String id;
    private final Path folder;
    private final LandmarkFiles landmarks;
    private final StepReader steps;
    private final ConditionReader conditions;
    private final HandlerReader handlers;

    public WorkloadReader(String id, Path folder) {
        this.id = id;
        this.folder = folder;
        this.landmarks = new LandmarkFiles(folder);
        this.conditions = new ConditionReader(landmarks);
        this.steps = new StepReader(landmarks, conditions);
        this.handlers = new HandlerReader(conditions, steps);
    }

    public Workload read(Value root, String checksum) {
        Fields fields = root.fields("a workload", KEYS);
        fields.optional("id", this::checkId, id);
        List<Operation> operations = fields.required("operations", this::operations, List.of());
        return new Workload(
                id,
                fields.required("title", value -> value.text(Keywords.TITLE, Keywords.TITLE_FORM), ""),
                fields.optional(
                        "description", value -> value.text(Keywords.DESCRIPTION, Keywords.DESCRIPTION_FORM), ""),
                new Application(fields.required("application", WorkloadReader::application, Map.of())),
                operations,
                fields.optional("metrics", value -> MetricReader.read(value, operations), List.of()),
                fields.optional("packages", WorkloadReader::packages, List.of()),
                fields.optional(HandlerReader.HANDLERS, handlers::read, List.of()),
                folder,
                checksum);
    }

    private String checkId(Value value) {
        if (!value.text(Keywords.ID, Keywords.ID_FORM).equals(id) && value.isText()) {
            value.expected("`" + id + "`, its folder's name, or no id at all");
        }
        return id;
    }

    private static Map<String, List<String>> application(Value value) {
        Fields fields = value.fields("commands by platform", PLATFORMS);
        Map<String, List<String>> commands = new TreeMap<>();
        for (String platform : PLATFORMS) {
            if (fields.has(platform)) {
                commands.put(platform, fields.required(platform, WorkloadReader::command, List.of()));
            }
        }
        if (commands.isEmpty() && value.isMap()) {
            value.problem("no platform (expected: at least one of linux, macos, windows)");
        }
        return commands;
    }

    private static List<String> command(Value value) {
        return value.items("the program and its arguments").stream()
                .map(Value::text)
                .toList();
    }

    private static List<String> packages(Value value) {
        return value.items("names of packages").stream()
                .map(item -> item.text(Keywords.PACKAGE, Keywords.PACKAGE_FORM))
                .toList();
    }

    private List<Operation> operations(Value value) {
        List<Operation> operations = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (Value item : value.items("operations")) {
            Fields fields = item.fields("an operation", OPERATION);
            operations.add(operation(item, fields, fields.required("id", of -> operationId(of, lines), "")));
        }
        return operations;
    }

    private static String operationId(Value value, Map<String, Integer> lines) {
        String id = value.text(Keywords.NAME, Keywords.NAME_FORM);
        Integer first = lines.putIfAbsent(id, value.line());
        if (first != null && !id.isEmpty()) {
            value.expected("an id of its own; line " + first + " has it already");
        }
        return id;
    }

    private Operation operation(Value item, Fields fields, String operationId) {
        Group group = fields.required("group", value -> value.choice(GROUPS, Group.C), Group.C);
        int times = fields.optional("times", value -> value.integer(1, Limits.TIMES), 1);
        List<Occurrence> occurrences = IntStream.rangeClosed(1, times)
                .mapToObj(n -> occurrence(item.numbered(n).fields("an operation", OPERATION)))
                .toList();
        Optional<Plays> plays = item.fields("an operation", OPERATION).optional("plays", this::plays, Optional.empty());
        return new Operation(operationId, group, occurrences, plays);
    }

    private Optional<Plays> plays(Value value) {
        Fields fields = value.fields("a clip that is played", Set.of("clip", "landmark"));
        return Optional.of(new Plays(
                fields.required("clip", of -> of.choice(CLIPS, ReferenceClip.SYNC), ReferenceClip.SYNC),
                fields.required("landmark", landmarks::read, "")));
    }

    private Occurrence occurrence(Fields fields) {
        return new Occurrence(
                fields.optional("before", steps::unmeasured, List.of()),
                fields.required("do", steps::measured, List.of()),
                fields.required("until", conditions::until, ConditionReader.placeholder()));
    }
}
