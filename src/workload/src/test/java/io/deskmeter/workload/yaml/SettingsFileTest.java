package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.SettingsFile.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {
    private static final String SECRET = "dmj1.secret";

    @TempDir
    Path folder;

    private static Map<String, Kind> options() {
        Map<String, Kind> options = new LinkedHashMap<>();
        options.put("--http-port", Kind.VALUE);
        options.put("--name", Kind.VALUES);
        options.put("--join", Kind.VALUE);
        options.put("--quick", Kind.FLAG);
        return options;
    }

    private List<String> read(String yaml, String... given) throws IOException, InvalidDocumentException {
        Path file = Files.writeString(folder.resolve("settings.yaml"), yaml);
        return SettingsFile.arguments(file, options(), Set.of(given));
    }

    @Test
    void keysAreOptionsWithoutTheirDashes() throws Exception {
        assertThat(read("http-port: 8090\nname: [a.example.org, '10.0.0.7']\nquick: true\njoin: " + SECRET + "\n"))
                .containsExactly(
                        "--http-port=8090", "--name=a.example.org", "--name=10.0.0.7", "--join=" + SECRET, "--quick");
        assertThat(read("name: alone\nquick: false\n")).containsExactly("--name=alone");
    }

    @Test
    void whatTheCommandLineSaysCounts() throws Exception {
        assertThat(read("http-port: 8090\nname: [a, b]\n", "--name")).containsExactly("--http-port=8090");
    }

    @Test
    void theSettingsOfACommandStandInFrontOfItsArguments() throws Exception {
        Path file = Files.writeString(folder.resolve("settings.yaml"), "http-port: 8090\nname: a\njoin: x\n");
        assertThat(SettingsFile.expand(List.of("--settings", file.toString(), "--name=b"), options(), Set.of("--join")))
                .containsExactly("--http-port=8090", "--settings", file.toString(), "--name=b");
        assertThat(SettingsFile.expand(List.of("--name=b"), options(), Set.of()))
                .containsExactly("--name=b");
        assertThat(SettingsFile.expand(List.of("--settings"), options(), Set.of()))
                .containsExactly("--settings");
    }

    @Test
    void aFileOfCommentsHasNoSettings() throws Exception {
        assertThat(read("# http-port: 8090\n\n  # name: a\n")).isEmpty();
        assertThat(read("")).isEmpty();
    }

    @Test
    void aKeyThatIsNoOptionIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> read("htp-port: 8090\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("settings.yaml:1:1")
                .hasMessageContaining("htp-port")
                .hasMessageContaining("did you mean `http-port`?");
    }

    @Test
    void valuesOfAnotherFormAreRefusedWithoutShowingThem() {
        for (String yaml : List.of(
                "join: [" + SECRET + "]\n",
                "join: { a: " + SECRET + " }\n",
                "join:\n",
                "quick: " + SECRET + "\n",
                "name: [[" + SECRET + "]]\n",
                "name: []\n",
                "http-port: 1\nhttp-port: 2\n",
                "- " + SECRET + "\n",
                "http-port: [" + SECRET + "\n",
                SECRET + "\n",
                "join=" + SECRET + "\n",
                "{ join=" + SECRET + " }\n",
                "? join=" + SECRET + "\n",
                SECRET + ": join\n",
                "join:" + SECRET + ": \n",
                "http-port: 1\n\"join: " + SECRET + "\": 2\n",
                "http-port=8090\njoin=" + SECRET + "\n",
                "http-port: 8090\njoin=" + SECRET + "\n",
                "join: *" + SECRET.replace(".", "") + "\n",
                "join: !" + SECRET + " x\n",
                "join: &" + SECRET + " *" + SECRET + "\n",
                "join: \"" + SECRET + "\\q\"\n",
                "join: '" + SECRET + "\n",
                "join: @" + SECRET + "\n",
                "join: !a!" + SECRET + " x\n",
                "%" + SECRET + "\njoin: x\n")) {
            assertThatThrownBy(() -> read(yaml))
                    .as(yaml)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining("expected")
                    .hasMessageNotContaining(SECRET)
                    .hasMessageNotContaining(SECRET.replace(".", ""));
        }
    }

    @Test
    void aFileThatIsNotThereIsTold() {
        assertThatThrownBy(() -> SettingsFile.arguments(folder.resolve("none.yaml"), options(), Set.of()))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("none.yaml");
    }
}
