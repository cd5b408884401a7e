package io.deskmeter.controller.access.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names in paths that lead elsewhere, end early, or are no text: an administrator gets an answer about a name, no file,
 * and no fault of the controller.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostilePathsTest {
    private static final List<String> NAMES = List.of(
            "..",
            "%2e%2e",
            "..%2f..%2fsecrets.key",
            "..%5c..%5csecrets.key",
            "%2fetc%2fpasswd",
            "....//secrets.key",
            "..;/..;/actuator",
            "a%00b",
            "a%0d%0aX-Made-Up:%201",
            "%ff%fe",
            "%F0%9F%98%80",
            "a;b=c",
            "-1",
            "9223372036854775808",
            "%24%7b7*7%7d",
            "%27%20or%20%271%27=%271",
            "x".repeat(5_000));

    @SuppressWarnings("NullAway.Init")
    private PeopleFixture people;

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        people = new PeopleFixture(temporary);
    }

    @AfterAll
    void stop() {
        people.close();
    }

    @Test
    void everyEndpointRefusesThem() throws Exception {
        people.add("anna", "admin");
        String cookie = people.cookie("anna");
        List<String> secrets = secrets();
        List<String> wrong = new ArrayList<>();
        int asked = 0;
        for (EndpointRights.Row row :
                HttpsPort.part(people.server, EndpointRights.class).rows()) {
            String pattern = row.path().getPatternString();
            if (!pattern.contains("{") && !pattern.contains("**")) {
                continue;
            }
            for (String name : NAMES) {
                String path = pattern.replaceAll("\\{[^}]*}|\\*\\*", name.replace("$", "\\$"));
                Requests.Answer answer = people.https.send(row.method(), path, "", cookie);
                String all = answer.head() + answer.body();
                boolean refused = answer.status() / 100 == 4;
                // Pages are the same for all names: they ask for the run or profile themselves.
                boolean page = answer.status() == 200
                        && answer.body().toLowerCase(Locale.ROOT).startsWith("<!doctype");
                if (!(refused || page)
                        || answer.head().contains("X-Made-Up")
                        || secrets.stream().anyMatch(all::contains)
                        || all.contains("root:x:0")) {
                    wrong.add(row.method() + " " + path.substring(0, Math.min(90, path.length())) + ": "
                            + answer.status());
                }
                asked++;
            }
        }
        assertThat(wrong).as("of %d", asked).isEmpty();
        assertThat(asked).isGreaterThan(300);
    }

    /** What stands in files that only the controller reads. */
    private List<String> secrets() throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> found = new ArrayList<>();
            for (Path file : files.filter(one ->
                            one.toString().matches(".*(\\.token|\\.key|/secrets[^/]*)") && Files.isRegularFile(one))
                    .toList()) {
                String content =
                        Files.readString(file, StandardCharsets.ISO_8859_1).strip();
                if (content.length() >= 16) {
                    found.add(content);
                }
            }
            assertThat(found).isNotEmpty();
            return found;
        }
    }
}
