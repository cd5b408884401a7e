package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The settings of a service: a document with options of its command as keys, without their dashes. A command line in a
 * unit file cannot be kept when the unit is replaced; a document can. No message shows a value, because one may be a
 * secret.
 */
public final class SettingsFile {
    /** The option of a command that names its settings. */
    public static final String OPTION = "--settings";

    private static final String DASHES = "--";

    private SettingsFile() {}

    /** What an option takes. */
    public enum Kind {
        /** Nothing: it is there or not. */
        FLAG("true or false"),
        /** One value. */
        VALUE("one value"),
        /** A value each time that it is repeated. */
        VALUES("one value, or a list of values");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }

        /**
         * The kind of an option.
         *
         * @param values how many it takes at most
         * @param repeated whether it can be given several times
         */
        public static Kind of(int values, boolean repeated) {
            return values == 0 ? FLAG : repeated ? VALUES : VALUE;
        }
    }

    /**
     * The arguments of a command, with what its settings say in front of them; without {@link #OPTION} the arguments
     * alone. What the command line says counts.
     *
     * @param options that may be keys, with their dashes
     * @param taken names of options whose settings somebody else has read
     * @throws InvalidDocumentException with every problem of the document
     */
    public static List<String> expand(List<String> arguments, Map<String, Kind> options, Set<String> taken)
            throws InvalidDocumentException {
        Optional<Path> file = file(arguments);
        if (file.isEmpty()) {
            return arguments;
        }
        Set<String> given = arguments.stream()
                .filter(argument -> argument.startsWith(DASHES))
                .map(argument -> argument.replaceFirst("=.*", ""))
                .collect(Collectors.toSet());
        given.addAll(taken);
        List<String> expanded = new ArrayList<>(arguments(file.get(), options, given));
        expanded.addAll(arguments);
        return expanded;
    }

    /** That of the last option, as for all options; a missing value is for the parser of the command line to tell. */
    private static Optional<Path> file(List<String> arguments) {
        Optional<Path> file = Optional.empty();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(OPTION + "=")) {
                file = Optional.of(Path.of(argument.substring(OPTION.length() + 1)));
            } else if (argument.equals(OPTION) && i + 1 < arguments.size()) {
                file = Optional.of(Path.of(arguments.get(i + 1)));
            }
        }
        return file;
    }

    /**
     * Reads settings, as arguments of the command.
     *
     * @param options that may be keys, with their dashes
     * @param given names of options whose settings do not count, because the command line has them
     * @throws InvalidDocumentException with every problem of the document
     */
    static List<String> arguments(Path file, Map<String, Kind> options, Set<String> given)
            throws InvalidDocumentException {
        Problems problems = Problems.ofSecretValues(file.toString());
        List<String> arguments = new ArrayList<>();
        Documents.text(file, problems)
                .filter(SettingsFile::hasSettings)
                .flatMap(text -> Documents.root(text, problems))
                .ifPresent(root -> {
                    Fields fields = root.fields("settings", keys(options));
                    options.forEach((option, kind) -> {
                        List<String> read =
                                fields.optional(key(option), value -> arguments(option, kind, value), List.of());
                        if (!given.contains(option)) {
                            arguments.addAll(read);
                        }
                    });
                });
        problems.throwIfAny();
        return arguments;
    }

    /** As it is installed, each line is a comment. */
    private static boolean hasSettings(String text) {
        return text.lines().anyMatch(line -> !line.isBlank() && !line.strip().startsWith("#"));
    }

    private static Set<String> keys(Map<String, Kind> options) {
        return options.keySet().stream().map(SettingsFile::key).collect(Collectors.toUnmodifiableSet());
    }

    private static String key(String option) {
        return option.substring(DASHES.length());
    }

    private static List<String> arguments(String option, Kind kind, Value value) {
        List<Value> values = kind == Kind.VALUES && value.isList() ? value.items("values") : List.of(value);
        Function<Value, Optional<String>> argument = kind == Kind.FLAG
                ? one -> flag(option, one)
                : one -> scalar(one, kind).map(text -> option + "=" + text);
        return values.stream().map(argument).flatMap(Optional::stream).toList();
    }

    private static Optional<String> flag(String option, Value value) {
        return scalar(value, Kind.FLAG).flatMap(text -> {
            if (!text.equals("true") && !text.equals("false")) {
                value.problem("another value (expected: " + Kind.FLAG.expected + ")");
            }
            return text.equals("true") ? Optional.of(option) : Optional.empty();
        });
    }

    /** As it is written: {@code 8080} and {@code "8080"} are the same to a command line. */
    private static Optional<String> scalar(Value value, Kind kind) {
        if (value.node() instanceof ScalarNode scalar
                && !value.isNothing()
                && !scalar.getValue().isEmpty()) {
            return Optional.of(scalar.getValue());
        }
        value.problem((value.isList() ? "a list" : value.isMap() ? "a map" : "nothing") + " (expected: " + kind.expected
                + ")");
        return Optional.empty();
    }
}
