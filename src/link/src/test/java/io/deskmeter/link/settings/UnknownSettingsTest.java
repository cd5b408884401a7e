package io.deskmeter.link.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownSettingsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern VARIABLE = Pattern.compile("DESKMETER_[A-Z][A-Z_]*[A-Z]");
    private static final Pattern PROPERTY =
            Pattern.compile("(?:getProperty\\(|getBoolean\\(|-D|\\$\\{)\"?(deskmeter\\.[a-z.]+)");

    @TempDir
    Path folder;

    @Test
    void settingsWithAnEffectAreNotReported() {
        assertThat(UnknownSettings.ofController(
                        Map.of("DESKMETER_TOKEN_FILE", "f", "DESKMETER_READY", "yes", "PATH", "/bin", "SERVERS", "x"),
                        Set.of("deskmeter.home", "java.home", "user.dir"),
                        folder))
                .isEmpty();
    }

    @Test
    void theNearestKnownNameIsTheHint() {
        assertThat(UnknownSettings.ofAgent(
                        Map.of("DESKMETER_TOKENFILE", "hunter2", "DESKMETER_COLOUR", "red"), Set.of("deskmeter.hom")))
                .containsExactly(
                        "environment: DESKMETER_COLOUR has no effect (expected: one of: DESKMETER_AUTHORITY,"
                                + " DESKMETER_CONTROLLER_HEAP, DESKMETER_PROBES, DESKMETER_SECRETS_KEY, DESKMETER_TOKEN, DESKMETER_TOKEN_FILE)",
                        "environment: DESKMETER_TOKENFILE has no effect (expected: one of: DESKMETER_AUTHORITY,"
                                + " DESKMETER_CONTROLLER_HEAP, DESKMETER_PROBES, DESKMETER_SECRETS_KEY, DESKMETER_TOKEN, DESKMETER_TOKEN_FILE; did you mean `DESKMETER_TOKEN_FILE`?)",
                        "system property: deskmeter.hom has no effect (expected: one of: deskmeter.agent.command,"
                                + " deskmeter.command, deskmeter.data, deskmeter.home, deskmeter.launcher, deskmeter.log; did you mean `deskmeter.home`?)");
    }

    @Test
    void settingsOfOtherSpringProgramsAreReportedForAControllerOnly() throws IOException {
        Files.writeString(folder.resolve("application-local.properties"), "");
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(folder.resolve("config").resolve("application.yaml"), "");
        Files.writeString(folder.resolve("application.log"), "");
        Map<String, String> environment =
                Map.of("SERVER_PORT", "1", "SPRING_PROFILES_ACTIVE", "x", "SERVICE_PORT", "1");
        assertThat(UnknownSettings.ofController(environment, Set.of("server.address"), folder))
                .containsExactly(
                        "SERVER_PORT has no effect (expected: options; hint: --http-port)",
                        "SPRING_PROFILES_ACTIVE has no effect (expected: options; hint: ./deskmeter controller --help)",
                        "server.address has no effect (expected: options; hint: --listen)",
                        folder.resolve("application-local.properties")
                                + " is not read (expected: options; see ./deskmeter controller --help)",
                        folder.resolve("config").resolve("application.yaml")
                                + " is not read (expected: options; see ./deskmeter controller --help)");
        assertThat(UnknownSettings.ofAgent(environment, Set.of("server.address")))
                .isEmpty();
    }

    /** A variable or property that the programs read or set would be reported as unknown if it is missing here. */
    @Test
    void allNamesInTheSourcesAreKnown() throws IOException {
        Set<String> known = new HashSet<>(UnknownSettings.VARIABLES);
        known.addAll(UnknownSettings.MARKS);
        assertThat(named(VARIABLE)).isSubsetOf(known).containsAll(UnknownSettings.VARIABLES);
        assertThat(named(PROPERTY)).isSubsetOf(UnknownSettings.PROPERTIES).contains("deskmeter.home");
    }

    private static Set<String> named(Pattern pattern) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : sources()) {
            Matcher found = pattern.matcher(Files.readString(file));
            while (found.find()) {
                names.add(found.group(found.groupCount()));
            }
        }
        return names;
    }

    /** The sources of the programs that users start; tests and their tools have other names. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>(List.of(
                ROOT.resolve("deskmeter"),
                ROOT.resolve("src/package/launcher-tree.sh"),
                ROOT.resolve("src/package/launcher-installed.sh")));
        for (String module : List.of("agent", "controller", "src")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                files.filter(UnknownSettingsTest::isSource).forEach(sources::add);
            }
        }
        return sources;
    }

    private static boolean isSource(Path file) {
        String path = file.toString();
        return path.contains("/src/main/")
                && !path.contains("/testkit/")
                && (path.endsWith(".java") || path.endsWith("logback.xml"));
    }
}
