package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.Basis;
import io.deskmeter.workload.targets.Optimisation.Change;
import io.deskmeter.workload.targets.Optimisation.GroupKey;
import io.deskmeter.workload.targets.Optimisation.Hive;
import io.deskmeter.workload.targets.Optimisation.MaskedUnit;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.Profile;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.targets.Optimisation.ValueType;
import io.deskmeter.workload.targets.Optimisation.WholeFile;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads documents with optimisations: a list under the key {@code optimisations}, and under {@code system} the
 * operating system that they are for. Unknown keys, other kinds and impossible paths are problems.
 */
public final class OptimisationFile {
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,79}");
    private static final String ID_FORM = "a name of small letters, digits and `-`";

    private static final Pattern UNIT =
            Pattern.compile("[A-Za-z0-9_.@\\\\-]{1,200}\\.(timer|service|socket|path|target)");
    private static final String UNIT_FORM = "the name of a unit, as apt-daily.timer";

    /** Not above, not beside: what a person's own file names is written by root. */
    private static final Pattern PATH = Pattern.compile("~?(?!.*/\\.{1,2}(/|$))(/[^/\\p{Cntrl}]{1,255}){1,100}");

    private static final String PATH_FORM =
            "an absolute path without `.` and `..`, or one that begins with ~/, at most 100 folders deep";
    private static final Pattern LINE = Pattern.compile("[^\\p{Cntrl}]+");
    private static final Pattern GROUP = Pattern.compile("[^\\p{Cntrl}\\[\\]]+");
    private static final Pattern KEY = Pattern.compile("[^\\p{Cntrl}=\\[\\]#; ]+");

    private static final String PART = "[^\\p{Cntrl}\\\\]{1,255}";
    /** As of folders: a group that is repeated takes a part of the stack for each time. */
    private static final String PARTS = PART + "(\\\\" + PART + "){0,99}";

    private static final Pattern REGISTRY_KEY = Pattern.compile(PARTS);
    private static final String REGISTRY_KEY_FORM =
            "a key below the hive, as SOFTWARE\\Policies\\Microsoft, of at most 100 parts";
    private static final Pattern REGISTRY_NAME = Pattern.compile(PART);
    private static final Pattern REGISTRY_PATH =
            Pattern.compile("HK(LM|CU)\\\\" + PARTS + "(" + Pattern.quote(RegistryValue.BEFORE_NAME) + PART + ")?");
    private static final String REGISTRY_PATH_FORM =
            "a key, as HKLM\\SOFTWARE\\Microsoft, of at most 100 parts, or a key, two backslashes and the name of a value";
    private static final Pattern BYTES = Pattern.compile("([0-9A-F]{2})+");
    private static final long LARGEST_DWORD = 0xFFFF_FFFFL;

    private static final List<String> LINUX_KINDS = List.of("unit", "session-unit", "file", "key");
    private static final String REGISTRY = "registry";
    private static final List<String> KINDS = List.of("unit", "session-unit", "file", "key", REGISTRY);
    private static final Set<String> KEYS = Set.of(
            "id",
            "reason",
            "profile",
            "scope",
            "default",
            "risk",
            "basis",
            "applies-to",
            "overruled-by",
            "unit",
            "session-unit",
            "file",
            "key",
            REGISTRY);

    private OptimisationFile() {}

    /**
     * Reads a file of a person.
     *
     * @throws InvalidDocumentException with every problem
     */
    public static List<Optimisation> read(Path file) throws InvalidDocumentException {
        Problems problems = new Problems(file.toString());
        List<Optimisation> read =
                Documents.text(file, problems).map(text -> list(text, problems)).orElse(List.of());
        problems.throwIfAny();
        return read;
    }

    /**
     * Reads the text of a document.
     *
     * @param name of the document, for messages
     * @throws InvalidDocumentException with every problem
     */
    public static List<Optimisation> parse(String name, String text) throws InvalidDocumentException {
        Problems problems = new Problems(name);
        List<Optimisation> read = list(text, problems);
        problems.throwIfAny();
        return read;
    }

    private static List<Optimisation> list(String text, Problems problems) {
        List<Optimisation> all = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        Documents.root(text, problems)
                .map(root -> root.fields("a document of optimisations", Set.of("system", "optimisations")))
                .ifPresent(root -> {
                    OperatingSystem system = root.optional(
                            "system",
                            value -> value.choice(
                                    words(OperatingSystem.values(), OperatingSystem::word), OperatingSystem.LINUX),
                            OperatingSystem.LINUX);
                    List<Value> items =
                            root.required("optimisations", value -> value.items("optimisations"), List.<Value>of());
                    for (Value item : items) {
                        Optimisation one = one(item.fields("an optimisation", KEYS), system);
                        Integer first = lines.putIfAbsent(one.id(), item.line());
                        if (first != null && !one.id().isEmpty()) {
                            item.problem("id " + one.id()
                                    + " again (expected: one optimisation of each id; first in line " + first + ")");
                        }
                        all.add(one);
                    }
                });
        return List.copyOf(all);
    }

    private static Optimisation one(Fields fields, OperatingSystem system) {
        Scope scope = fields.required(
                "scope", value -> value.choice(words(Scope.values(), Scope::word), Scope.MACHINE), Scope.MACHINE);
        return new Optimisation(
                fields.required("id", value -> value.text(ID, ID_FORM), ""),
                system,
                fields.required("reason", Value::text, ""),
                fields.required(
                        "profile",
                        value -> value.choice(
                                Map.of(
                                        Profile.MEASURE.word(),
                                        Profile.MEASURE,
                                        Profile.DENSITY.word(),
                                        Profile.DENSITY),
                                Profile.MEASURE),
                        Profile.MEASURE),
                scope,
                fields.required("default", Value::text, ""),
                fields.required("risk", Value::text, ""),
                fields.required(
                        "basis",
                        value -> value.choice(words(Basis.values(), Basis::word), Basis.DOCUMENTED),
                        Basis.DOCUMENTED),
                fields.optional("applies-to", value -> paths(value, system), List.of()),
                fields.optional("overruled-by", value -> paths(value, system), List.of()),
                fields.exactlyOne(KINDS, "")
                        .filter(kind -> isOf(system, kind, fields))
                        .map(kind -> fields.required(kind, value -> change(kind, value, scope), NOTHING))
                        .orElse(NOTHING));
    }

    /** In place of a change with problems. */
    private static final Change NOTHING = new MaskedUnit("", false);

    private static boolean isOf(OperatingSystem system, String kind, Fields fields) {
        boolean fits = (system == OperatingSystem.WINDOWS) != LINUX_KINDS.contains(kind);
        if (!fits) {
            fields.map()
                    .problem(kind + ", in a document for " + system.word() + " (expected: "
                            + (system == OperatingSystem.WINDOWS
                                    ? REGISTRY
                                    : String.join(", ", LINUX_KINDS)
                                            + "; hint: for Windows, begin with `system: windows`")
                            + ")");
        }
        return fits;
    }

    private static Change change(String kind, Value value, Scope scope) {
        return switch (kind) {
            case "unit" -> {
                if (scope == Scope.USER) {
                    value.problem("a unit of the machine, with scope user (expected: session-unit, or scope machine)");
                }
                yield new MaskedUnit(value.text(UNIT, UNIT_FORM), false);
            }
            case "session-unit" -> new MaskedUnit(value.text(UNIT, UNIT_FORM), true);
            case "file" -> {
                Fields file = value.fields("a file", Set.of("path", "content", "existing"));
                yield new WholeFile(
                        path(file, scope),
                        file.required("content", Value::text, ""),
                        file.optional(
                                "existing",
                                is -> is.choice(Map.of("replace", Boolean.TRUE, "keep", Boolean.FALSE), Boolean.FALSE),
                                Boolean.FALSE));
            }
            case REGISTRY -> registry(value, scope);
            default -> {
                Fields key = value.fields("a key", Set.of("path", "group", "name", "value"));
                yield new GroupKey(
                        path(key, scope),
                        key.required("group", is -> is.text(GROUP, "the name of a group, without brackets"), ""),
                        key.required("name", is -> is.text(KEY, "the name of a key"), ""),
                        key.required("value", is -> is.text(LINE, "text of one line"), ""));
            }
        };
    }

    private static RegistryValue registry(Value value, Scope scope) {
        Fields fields = value.fields("a value of the registry", Set.of("hive", "key", "name", "type", "value"));
        ValueType type = fields.required(
                "type", is -> is.choice(words(ValueType.values(), ValueType::word), ValueType.DWORD), ValueType.DWORD);
        return new RegistryValue(
                fields.required(
                        "hive",
                        is -> {
                            Hive hive = is.choice(words(Hive.values(), Hive::name), Hive.HKLM);
                            if (hive.scope() != scope) {
                                is.expected(scope == Scope.USER ? "HKCU, for scope user" : "HKLM, for scope machine");
                            }
                            return hive;
                        },
                        Hive.HKLM),
                fields.required("key", is -> is.text(REGISTRY_KEY, REGISTRY_KEY_FORM), ""),
                fields.required("name", is -> is.text(REGISTRY_NAME, "the name of a value"), ""),
                type,
                fields.required("value", is -> registryValue(type, is), ""));
    }

    private static String registryValue(ValueType type, Value value) {
        return switch (type) {
            case STRING -> value.text(LINE, "text of one line");
            case BINARY -> value.text(BYTES, "pairs of hexadecimal digits, with capital letters");
            case DWORD -> Long.toString(value.integer(0, LARGEST_DWORD));
        };
    }

    private static String path(Fields fields, Scope scope) {
        return fields.required(
                "path",
                value -> {
                    String path = value.text(PATH, PATH_FORM);
                    if (!path.isEmpty() && path.startsWith("~") != (scope == Scope.USER)) {
                        value.expected(
                                scope == Scope.USER
                                        ? "a path of the user, which begins with ~/"
                                        : "a path of the machine");
                    }
                    return path;
                },
                "");
    }

    private static List<String> paths(Value value, OperatingSystem system) {
        boolean windows = system == OperatingSystem.WINDOWS;
        return value.items("paths").stream()
                .map(item -> windows ? item.text(REGISTRY_PATH, REGISTRY_PATH_FORM) : item.text(PATH, PATH_FORM))
                .toList();
    }

    private static <E> Map<String, E> words(E[] values, Function<E, String> word) {
        Map<String, E> words = new HashMap<>();
        for (E value : values) {
            words.put(word.apply(value), value);
        }
        return words;
    }
}
