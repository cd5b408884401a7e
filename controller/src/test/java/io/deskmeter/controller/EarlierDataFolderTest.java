package io.deskmeter.controller;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Data folders that earlier versions have written, whole, with what those versions reported of their run. This version
 * opens each, and reports the same.
 *
 * <p>To add that of a version, on a tree of that version, before its tables are changed again: {@code mvn -o -q test
 * -pl controller -am -Dtest=EarlierDataFolderTest -Dsurefire.failIfNoSpecifiedTests=false -Dexec.skip=true
 * -Ddeskmeter.data-folder.add=NUMBER}, where NUMBER is that of its last migration; then commit the file that it writes.
 * Files that are there are never written again: nobody has the program that made them.
 */
@Tag("slow")
class EarlierDataFolderTest {
    private static final String ADD = "deskmeter.data-folder.add";
    private static final Path FOLDERS = Path.of("src/test/resources/io/deskmeter/controller/data-folders");

    /** Of the version's own answers, beside the data folder. */
    private static final String ANSWERS = "answers/";

    private static final String DATA = "data/";
    /** For people: a later version may find better words for the same figures, which are beside it. */
    private static final String SENTENCE = "report.verdict.sentence";

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    static List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(FOLDERS)) {
            return all.filter(file -> file.toString().endsWith(".zip")).sorted().toList();
        }
    }

    private ControllerServer start() throws Exception {
        return ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads"))));
    }

    private static byte[] get(ControllerServer server, String path, String accept) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(URI.create(path)))
                .header("Accept", accept)
                .build();
        var answer = Clients.of(() -> server).send(request, BodyHandlers.ofByteArray());
        assertThat(answer.statusCode())
                .as(path + ": " + new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        return answer.body();
    }

    @ParameterizedTest
    @MethodSource("folders")
    void opensAndReportsTheSame(Path earlier) throws Exception {
        unpack(earlier);
        JsonNode then = JSON.readTree(Files.readAllBytes(folder.resolve(ANSWERS + "report.json")));
        String run = then.at("/run/id").asString();
        try (ControllerServer server = start()) {
            String of = "/api/v1/runs/" + run;
            JsonNode now = JSON.readTree(get(server, of + "/report", "application/json"));
            assertThat(now.path("loadPoints").size()).isEqualTo(2);
            same("report", then, now);
            assertThat(get(server, of + "/timings", "text/csv"))
                    .isEqualTo(Files.readAllBytes(folder.resolve(ANSWERS + "timings.csv")));
            assertThat(get(server, of + "/report", "text/html")).isNotEmpty();
            assertThat(get(server, of, "application/json")).isNotEmpty();
            JsonNode pictures = JSON.readTree(get(server, of + "/evidence", "application/json"));
            assertThat(pictures.size()).isEqualTo(2);
            for (JsonNode picture : pictures) {
                String name = picture.path("name").asString();
                assertThat(get(server, of + "/evidence/" + name, "image/png"))
                        .isEqualTo(Files.readAllBytes(folder.resolve("data/evidence/" + run + "/" + name)));
            }
        }
    }

    /** All that the earlier version said. A later one may say more. */
    private static void same(String where, JsonNode then, JsonNode now) {
        if (then.isObject()) {
            for (String name : then.propertyNames()) {
                assertThat(now.has(name)).as(where + " has " + name).isTrue();
                same(where + "." + name, then.path(name), now.path(name));
            }
        } else if (then.isArray()) {
            assertThat(now.size()).as(where + ": size").isEqualTo(then.size());
            for (int i = 0; i < then.size(); i++) {
                same(where + "[" + i + "]", then.path(i), now.path(i));
            }
        } else if (where.equals(SENTENCE)) {
            assertThat(now.asString()).isNotBlank();
        } else {
            assertThat(now).as(where).isEqualTo(then);
        }
    }

    private void unpack(Path zip) throws IOException {
        try (InputStream in = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(in)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                Files.createDirectories(requireNonNull(file.getParent()));
                Files.copy(entries, file);
            }
        }
    }

    /** That of this version, too: so the way in which folders are added stays right. */
    @Test
    void oneOfThisVersionIsAddedInTheSameForm() throws Exception {
        Path made = folder.resolve("this-version.zip");
        pack(made);
        String version = System.getProperty(ADD);
        if (version != null) {
            Files.copy(made, FOLDERS.resolve("version-" + version + ".zip"));
        }
        folder = Files.createDirectories(folder.resolve("opened"));
        opensAndReportsTheSame(made);
    }

    private void pack(Path file) throws Exception {
        String run;
        Path answers = Files.createDirectories(folder.resolve(ANSWERS));
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        try (ControllerServer server = start()) {
            run = FinishedRun.on(server, workloads);
            String of = "/api/v1/runs/" + run;
            Files.write(answers.resolve("report.json"), get(server, of + "/report", "application/json"));
            Files.write(answers.resolve("timings.csv"), get(server, of + "/timings", "text/csv"));
        }
        // A start makes the store's file as small as it gets.
        start().close();
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            // No secrets: they are drawn anew.
            put(zip, DATA + "store.mv.db");
            put(zip, DATA + "store.id");
            put(zip, ANSWERS + "report.json");
            put(zip, ANSWERS + "timings.csv");
            try (Stream<Path> pictures = Files.list(folder.resolve(DATA + "evidence/" + run))) {
                for (Path picture : pictures.sorted().toList()) {
                    put(zip, DATA + "evidence/" + run + "/" + picture.getFileName());
                }
            }
        }
    }

    private void put(ZipOutputStream zip, String name) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(folder.resolve(name), zip);
        zip.closeEntry();
    }
}
