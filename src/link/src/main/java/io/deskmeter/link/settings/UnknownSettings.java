package io.deskmeter.link.settings;

import io.deskmeter.link.access.TokenSource;
import io.deskmeter.workload.yaml.document.NameSuggestion;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Finds names that look like settings of Deskmeter and have no effect. Values are never printed, because one may be a
 * secret.
 */
public final class UnknownSettings {
    private static final String OURS = "deskmeter.";
    private static final String VARIABLE_PREFIX = "DESKMETER_";

    /** Variables that users set. */
    static final Set<String> VARIABLES = new TreeSet<>(Set.of(
            TokenSource.VARIABLE,
            "DESKMETER_TOKEN",
            "DESKMETER_AUTHORITY",
            "DESKMETER_CONTROLLER_HEAP",
            "DESKMETER_SECRETS_KEY",
            "DESKMETER_PROBES"));

    /** Variables that Deskmeter's programs set for their child processes, including marks to identify them. */
    static final Set<String> MARKS = Set.of(
            "DESKMETER_READY",
            "DESKMETER_UMASK",
            "DESKMETER_CLASS_ARCHIVES",
            "DESKMETER_CLOCK",
            "DESKMETER_SESSION",
            "DESKMETER_APPLICATION",
            "DESKMETER_LAUNCH",
            "DESKMETER_DESKTOP",
            "DESKMETER_VIEWER",
            "DESKMETER_TESTBED",
            "DESKMETER_DENSITY");

    /** System properties that programs read. */
    static final Set<String> PROPERTIES = new TreeSet<>(Set.of(
            "deskmeter.home",
            "deskmeter.data",
            "deskmeter.command",
            "deskmeter.launcher",
            "deskmeter.agent.command",
            "deskmeter.log"));

    /** Settings that affect other Spring Boot programs. */
    private static final Pattern SPRING = Pattern.compile("(server|spring|management|logging|springdoc)\\..+");

    private static final Pattern SPRING_FILE = Pattern.compile("(application|bootstrap)(-[^.]+)?\\.(ya?ml|properties)");

    /** The probably intended options. */
    private static final Map<String, String> OPTIONS = Map.of(
            "server.port", "--http-port",
            "server.address", "--listen",
            "spring.datasource.url", "--data",
            "deskmeter.http.port", "--http-port",
            "deskmeter.link.port", "--link-port",
            "deskmeter.listen", "--listen",
            "deskmeter.data", "--data",
            "deskmeter.controller", "--controller");

    private UnknownSettings() {}

    /** Logs a warning for each setting of this process that has no effect on an agent. */
    public static void warnAgent(Logger log) {
        ofAgent(System.getenv(), System.getProperties().stringPropertyNames())
                .forEach(setting -> log.warn("{}", setting));
    }

    /**
     * Settings that a controller ignores, one sentence each.
     *
     * @param properties names of system properties
     * @param folder in which it was started
     */
    public static List<String> ofController(
            Map<String, String> environment, Collection<String> properties, Path folder) {
        List<String> told = ofAgent(environment, properties);
        sorted(environment.keySet()).forEach(name -> foreign(name).ifPresent(told::add));
        sorted(properties).forEach(name -> foreign(name).ifPresent(told::add));
        Stream.of(folder, folder.resolve("config"))
                .map(Path::toFile)
                .map(File::listFiles)
                .filter(Objects::nonNull)
                .flatMap(Stream::of)
                .map(File::toPath)
                .filter(Files::isRegularFile)
                .filter(file ->
                        SPRING_FILE.matcher(String.valueOf(file.getFileName())).matches())
                .sorted()
                .forEach(
                        file -> told.add(file + " is not read (expected: options; see ./deskmeter controller --help)"));
        return told;
    }

    /**
     * Settings that all Deskmeter programs ignore, one sentence each.
     *
     * @param properties names of system properties
     */
    public static List<String> ofAgent(Map<String, String> environment, Collection<String> properties) {
        List<String> told = new ArrayList<>();
        for (String name : sorted(environment.keySet())) {
            if (canonical(name).startsWith(OURS) && !VARIABLES.contains(name) && !MARKS.contains(name)) {
                told.add("environment: " + name + " has no effect" + expected(name, VARIABLES));
            }
        }
        for (String name : sorted(properties)) {
            if (canonical(name).startsWith(OURS) && !PROPERTIES.contains(name)) {
                told.add("system property: " + name + " has no effect" + expected(name, PROPERTIES));
            }
        }
        return told;
    }

    private static Collection<String> sorted(Collection<String> names) {
        return new TreeSet<>(names);
    }

    private static Optional<String> foreign(String name) {
        String canonical = canonical(name);
        if (!SPRING.matcher(canonical).matches()) {
            return Optional.empty();
        }
        String hint = OPTIONS.getOrDefault(canonical, "./deskmeter controller --help");
        return Optional.of(name + " has no effect (expected: options; hint: " + hint + ")");
    }

    private static String expected(String name, Set<String> known) {
        String option = OPTIONS.get(canonical(name));
        if (option != null) {
            return " (expected: an option; hint: " + option + ")";
        }
        // Compared without the common prefix; with it, any two short names would be similar.
        String word = name.substring(VARIABLE_PREFIX.length());
        List<String> words = known.stream()
                .map(one -> one.substring(VARIABLE_PREFIX.length()))
                .toList();
        String near = NameSuggestion.nearest(word, words)
                .map(found -> "; did you mean `" + name(found, known) + "`?")
                .orElse("");
        return " (expected: one of: " + String.join(", ", known) + near + ")";
    }

    private static String name(String word, Set<String> known) {
        return known.stream().filter(one -> one.endsWith(word)).findFirst().orElse(word);
    }

    /** {@code SERVER_PORT}, {@code server-port} and {@code server.port} are the same to Spring. */
    private static String canonical(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
    }
}
