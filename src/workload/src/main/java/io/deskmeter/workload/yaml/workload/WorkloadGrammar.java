package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.picture.LandmarkFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The keys of {@code workload.yaml}. */
public final class WorkloadGrammar {
    private static final Key<Workload, Optional<String>> ID = Key.<Workload, String>optional("id", Types.ID)
            .help("the path of the folder below `workloads/`")
            .otherwise("that path");
    private static final Key<Workload, String> TITLE =
            Key.<Workload, String>required("title", Types.TITLE, "").help("one line that describes it");
    private static final Key<Workload, Optional<String>> DESCRIPTION = Key.<Workload, String>optional(
                    "description",
                    Types.text(Keywords.DESCRIPTION, Keywords.DESCRIPTION_FORM)
                            .called("a line of at most 1000 characters"))
            .help("what the operations do, in a sentence or two");
    private static final List<Key<Application, Optional<List<String>>>> PLATFORMS = Stream.of(
                    "linux", "macos", "windows")
            .map(WorkloadGrammar::platform)
            .toList();
    private static final MapType<Application> OF_APPLICATION = new MapType<>(
            "commands by platform",
            List.copyOf(PLATFORMS),
            List.of(KeyRule.byReader(schema -> schema.put("minProperties", 1))),
            WorkloadGrammar::application);
    private static final Key<Workload, Application> APPLICATION = Key.<Workload, Application>required(
                    "application", OF_APPLICATION, new Application(Map.of()))
            .help(
                    "the command of each platform, at least one: the program and its arguments; `${content}` is the session's own copy of `content/`");
    private static final Key<Workload, Optional<List<Metric>>> METRICS = Key.<Workload, List<Metric>>optional(
                    "metrics", MetricGrammar.METRICS)
            .help("what is [measured](#metrics) beside response times");
    private static final Key<Workload, Optional<List<String>>> PACKAGES = Key.<Workload, List<String>>optional(
                    "packages",
                    Types.list("names of packages", Types.text(Keywords.PACKAGE, Keywords.PACKAGE_FORM))
                            .called("a list of names"))
            .help(
                    "Debian packages that the `linux` command needs; `./deskmeter agent try`, `demo`, `run` and `check` install them with the other missing"
                            + " packages, on their own machine; `check` names them where the program is missing on an agent");

    /** Of all occurrences of all operations, as they are written. */
    private static final long MOST_CHARACTERS = 10_000_000;

    private static final Key<Operation, String> OPERATION_ID =
            Key.<Operation, String>required("id", Types.NAME, "").help("a name of its own in the workload");
    private static final Key<Operation, Group> GROUP = Key.<Operation, Group>required(
                    "group", Types.choice(List.of(Group.values()), Group::name, Group.C), Group.C)
            .help("`A` interactive, `B` opening and saving, `C` background (measured but not judged)");
    private static final Key<Operation, Integer> TIMES = Key.<Operation, Integer>byDefault(
                    "times", Types.integer(1, GrammarLimits.TIMES), 1)
            .help("repetitions in one iteration");

    private final String id;
    private final Path folder;
    private final Key<Workload, List<Operation>> operations;
    private final Key<Workload, Optional<List<Handler>>> handlers;
    private final Key<Operation, Optional<List<Step>>> before;
    private final Key<Operation, List<Step>> input;
    private final Key<Operation, Until> until;
    private final Key<Operation, Optional<Plays>> plays;
    /** Of the occurrences that have been read. */
    private long characters;

    final StepGrammar steps;
    final ConditionGrammar conditions;
    final HandlerGrammar windows;
    final MapType<Operation> operation;

    /** A workload without a checksum. */
    public final MapType<Workload> workload;

    public WorkloadGrammar(String id, Path folder) {
        this.id = id;
        this.folder = folder;
        LandmarkFiles files = new LandmarkFiles(folder);
        conditions = new ConditionGrammar(files.numberedNames());
        steps = new StepGrammar(files.numberedNames(), true, conditions.until.named("until"));
        windows = new HandlerGrammar(files.names());
        before = Key.<Operation, List<Step>>optional("before", steps.unmeasured())
                .help("[steps](#steps) that prepare the application; not measured");
        input = Key.<Operation, List<Step>>required("do", steps.measured(), List.of())
                .help(
                        "the measured [steps](#steps). The clock starts immediately before the first input is sent, after a `wait` that precedes it. `until`"
                                + " must be false then, and true when the last input has been sent or later"
                                + " ([details](../how-it-works/measurement.md#a-response-is-an-interval))");
        until = Key.<Operation, Until>required(
                        "until", conditions.until.named("until").called("a condition"), ConditionGrammar.NO_CONDITION)
                .help("the [condition](#conditions) that ends the operation, and its timeout `within`");
        plays = Key.<Operation, Plays>optional("plays", plays(files.numberedNames()))
                .help(
                        "the clip that the operation plays from its beginning: `{ clip: sync, landmark: landmarks/start.png }`. The landmark is what its first"
                                + " frame shows, and the screen before the input. Picture and sound are [followed](../how-it-works/sound.md)");
        operation =
                MapType.of("an operation", this::operation, OPERATION_ID, GROUP, TIMES, before, input, until, plays);
        operations = Key.<Workload, List<Operation>>required(
                        "operations",
                        Types.list("operations", operation)
                                .readBy(this::operations)
                                .called("a list of operations"),
                        List.of())
                .help("what a person does and waits for, in their order");
        handlers = Key.<Workload, List<Handler>>optional("handlers", windows.handlers)
                .help("what is done about [windows that may come](#windows-that-may-come)");
        workload = MapType.of(
                "a workload",
                fields -> read(fields, ""),
                ID,
                TITLE,
                DESCRIPTION,
                APPLICATION,
                operations,
                METRICS,
                PACKAGES,
                handlers);
    }

    /** The workload of a document. */
    public Workload read(Value root, String checksum) {
        return read(workload.fields(root), checksum);
    }

    private Workload read(Fields fields, String checksum) {
        ID.in(fields, of -> Optional.of(checkId(of)));
        List<Operation> all = operations.in(fields);
        return new Workload(
                id,
                TITLE.in(fields),
                DESCRIPTION.in(fields).orElse(""),
                APPLICATION.in(fields),
                all,
                METRICS.in(fields, of -> Optional.of(MetricGrammar.read(of, all)))
                        .orElse(List.of()),
                PACKAGES.in(fields).orElse(List.of()),
                handlers.in(fields).orElse(List.of()),
                folder,
                checksum);
    }

    private static Key<Application, Optional<List<String>>> platform(String name) {
        return Key.<Application, List<String>>optional(name, Types.list("the program and its arguments", Types.TEXT))
                .help("the program and its arguments; `${content}` is the session's copy of the content folder");
    }

    private String checkId(Value value) {
        if (!value.text(Keywords.ID, Keywords.ID_FORM).equals(id) && value.isText()) {
            value.expected("`" + id + "`, its folder's name, or no id at all");
        }
        return id;
    }

    private static Application application(Fields fields) {
        Map<String, List<String>> commands = new TreeMap<>();
        PLATFORMS.forEach(platform -> platform.in(fields).ifPresent(command -> commands.put(platform.name(), command)));
        if (commands.isEmpty() && fields.map().isMap()) {
            fields.map().problem("no platform (expected: at least one of linux, macos, windows)");
        }
        return new Application(commands);
    }

    private List<Operation> operations(Value value) {
        List<Operation> all = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (Value item : value.items("operations")) {
            Fields fields = operation.fields(item);
            all.add(operation(fields, OPERATION_ID.in(fields, of -> operationId(of, lines))));
        }
        return all;
    }

    private static String operationId(Value value, Map<String, Integer> lines) {
        String id = value.text(Keywords.NAME, Keywords.NAME_FORM);
        Integer first = lines.putIfAbsent(id, value.line());
        if (first != null && !id.isEmpty()) {
            value.expected("an id of its own; line " + first + " has it already");
        }
        return id;
    }

    private Operation operation(Fields fields) {
        return operation(fields, OPERATION_ID.in(fields));
    }

    private Operation operation(Fields fields, String operationId) {
        Group group = GROUP.in(fields);
        List<Occurrence> occurrences = IntStream.rangeClosed(1, times(fields))
                .mapToObj(n -> occurrence(operation.fields(fields.map().numbered(n))))
                .toList();
        return new Operation(operationId, group, occurrences, plays.in(fields));
    }

    /** Each occurrence is read and kept by itself. */
    private int times(Fields fields) {
        int times = TIMES.in(fields);
        long written = fields.map().characters();
        if (characters + times * written <= MOST_CHARACTERS) {
            characters += times * written;
            return times;
        }
        fields.map()
                .problem(written + " characters, " + times + " times (expected: at most " + MOST_CHARACTERS
                        + " in all operations; fewer `times`, or several workloads)");
        return 1;
    }

    private static Type<Plays> plays(Type<String> landmarks) {
        Key<Plays, ReferenceClip> clip = Key.<Plays, ReferenceClip>required(
                        "clip",
                        Types.choice(List.of(ReferenceClip.SYNC), ReferenceClip::id, ReferenceClip.SYNC),
                        ReferenceClip.SYNC)
                .help("a clip that Deskmeter knows");
        Key<Plays, String> landmark = Key.<Plays, String>required("landmark", landmarks, "")
                .help("what the first frame shows, and the screen before the input");
        return MapType.of(
                "a clip that is played", fields -> new Plays(clip.in(fields), landmark.in(fields)), clip, landmark);
    }

    private Occurrence occurrence(Fields fields) {
        return new Occurrence(before.in(fields).orElse(List.of()), input.in(fields), until.in(fields));
    }
}
