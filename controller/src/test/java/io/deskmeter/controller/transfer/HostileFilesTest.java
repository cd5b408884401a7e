package io.deskmeter.controller.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.FinishedRun;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files that somebody has made to do harm, and files that were damaged: each is refused with what, the value and what
 * was expected, and nothing of it stays.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileFilesTest {
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    /** The parts of a run that was exported, without header and manifest. */
    private final Map<String, byte[]> good = new LinkedHashMap<>();

    @SuppressWarnings("NullAway.Init")
    private FileHeader header;

    @SuppressWarnings("NullAway.Init")
    private String id;

    @BeforeAll
    void exportARun(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        try (ControllerServer other =
                ControllerServer.start(ControllerSettings.of(folder.resolve("other"), workloads))) {
            id = FinishedRun.on(other, workloads);
            HttpRequest request = HttpRequest.newBuilder(other.address().resolve("/api/v1/runs/" + id + "/export"))
                    .build();
            try (InputStream in = Clients.of(() -> other)
                            .send(request, BodyHandlers.ofInputStream())
                            .body();
                    ZipInputStream zip = new ZipInputStream(in)) {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    good.put(entry.getName(), zip.readAllBytes());
                }
            }
        }
        header = JsonMapper.shared()
                .readValue(Objects.requireNonNull(good.remove(PartsWriter.HEADER)), FileHeader.class);
        good.remove(PartsWriter.MANIFEST);
        server = ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @AfterEach
    void nothingOfItStays() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
                .header("Accept", "application/json")
                .build();
        assertThat(Clients.of(() -> server)
                        .send(request, BodyHandlers.ofString())
                        .body())
                .contains("\"total\":0");
        assertThat(folder.resolve("data").resolve("imports")).doesNotExist();
        assertThat(folder.resolve("data").resolve("evidence"))
                .satisfiesAnyOf(
                        evidence -> assertThat(evidence).doesNotExist(),
                        evidence -> assertThat(evidence).isEmptyDirectory());
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(path -> String.valueOf(path.getFileName())))
                    .containsExactlyInAnyOrder("data", "other", "workloads");
        }
    }

    private byte[] file(FileHeader of, Map<String, byte[]> parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PartsWriter writer = new PartsWriter(out, of)) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                writer.part(part.getKey(), to -> to.write(part.getValue()));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private String refusal(byte[] file) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/import"))
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(file))
                .build();
        HttpResponse<String> answer = Clients.of(() -> server).send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        String detail =
                JsonMapper.shared().readTree(answer.body()).path("detail").asString();
        assertThat(detail).contains("(expected: ").doesNotContain(folder.toString(), "Exception");
        return detail;
    }

    private String refusal(Consumer<Map<String, byte[]>> change) throws Exception {
        Map<String, byte[]> parts = new LinkedHashMap<>(good);
        change.accept(parts);
        return refusal(file(header, parts));
    }

    /** A part whose text is changed. */
    private String refusal(String part, UnaryOperator<String> change) throws Exception {
        return refusal(parts -> {
            String text = new String(Objects.requireNonNull(parts.get(part)), StandardCharsets.UTF_8);
            String changed = change.apply(text);
            assertThat(changed).isNotEqualTo(text);
            parts.put(part, changed.getBytes(StandardCharsets.UTF_8));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "evidence/../../evil",
                "evidence/..",
                "/etc/evil",
                "evidence/sub/evil.png",
                "evidence\\..\\evil",
                "evidence/C:evil",
                "evidence/ev\u0000il.png",
                "evidence/",
                "store.mv.db",
                "admin.token",
                "tables/../../evil.jsonl",
                "tables/users; drop table run.jsonl",
                "evidence/\u001b[31mred"
            })
    void namesThatAreNoneOfARunsParts(String name) throws Exception {
        assertThat(refusal(parts -> parts.put(name, new byte[] {1}))).contains("part \"");
    }

    @Test
    void rowsOfTablesThatAreNoRuns() throws Exception {
        assertThat(refusal(parts ->
                        parts.put("tables/join_token.jsonl", "[\"id\"]\n[\"x\"]\n".getBytes(StandardCharsets.UTF_8))))
                .contains("join_token", "tables of a run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../evil", "a/b", "", ".", "..", "r b", "x\u0000", "=1+1"})
    void idsThatAreNoFolders(String other) throws Exception {
        FileHeader bad = new FileHeader(
                header.format(), header.version(), header.schema(), header.program(), header.store(), other, null, 0);
        assertThat(refusal(file(bad, good))).contains("run \"", "letters, digits");
    }

    @Test
    void laterVersions() throws Exception {
        FileHeader form = new FileHeader(header.format(), 2, header.schema(), "9.9", header.store(), id, null, 0);
        assertThat(refusal(file(form, good))).contains("form 2 of Deskmeter \"9.9\"", "a later version wrote it");
        FileHeader schema = new FileHeader(header.format(), 1, "9999", "9.9", header.store(), id, null, 0);
        assertThat(refusal(file(schema, good))).contains("schema: 9999", "later version");
        FileHeader words = new FileHeader(header.format(), 1, "1; drop", "9.9", header.store(), id, null, 0);
        assertThat(refusal(file(words, good))).contains("schema \"1; drop\"");
        FileHeader backup =
                new FileHeader("deskmeter-backup", 1, header.schema(), "1", header.store(), null, "now", null);
        assertThat(refusal(file(backup, Map.of()))).contains("format \"deskmeter-backup\"", "deskmeter-run");
    }

    /** Rows of another run would need its id in them; a column for it is none of theirs. */
    @Test
    void rowsThatNameAnotherRun() throws Exception {
        assertThat(refusal("tables/timing.jsonl", text -> text.replaceFirst("\\[", "[\"run_id\",")))
                .contains("tables/timing.jsonl: its columns are [run_id, ", "(expected: [session, ");
        assertThat(refusal("tables/run.jsonl", text -> text + text.substring(text.indexOf('\n') + 1)))
                .contains("tables/run.jsonl", "the database refuses a row");
    }

    @Test
    void valuesThatAreNone() throws Exception {
        assertThat(refusal("tables/timing.jsonl", text -> firstRow(text, "[\"=1+1\"")))
                .contains("tables/timing.jsonl, line 2: session: ", "(expected: a whole number)");
        assertThat(refusal("tables/timing.jsonl", text -> firstRow(text, "[1e400")))
                .contains("line 2: session: ");
        assertThat(refusal("tables/timing.jsonl", text -> text.replaceFirst("\\]\n$", ",7]\n")))
                .contains("(expected: an array of ");
        assertThat(refusal("tables/timing.jsonl", text -> text.substring(0, text.length() - 1)))
                .contains("has no end (expected: a line feed");
        assertThat(refusal("tables/timing.jsonl", text -> text + "{}\n")).contains("(expected: ");
        assertThat(refusal("tables/timing.jsonl", text -> text.replace("\"OK\"", "\"EXPLODED\"")))
                .contains("cannot be read as a run", "EXPLODED");
        assertThat(refusal("tables/timing.jsonl", text -> text.replace("\"open\"", "\"" + "o".repeat(201) + "\"")))
                .contains("tables/timing.jsonl: the database refuses a row")
                .doesNotContain("ooooooooooooooooooooooooooooooooooooooooooooooo");
        assertThat(refusal("tables/run.jsonl", text -> text.replace("FINISHED", "STEADY")))
                .contains("state: STEADY", "ended");
        assertThat(refusal("tables/run.jsonl", text -> text.replace("\"A sample\"", "\"=HYPERLINK()\"")))
                .contains("title: =HYPERLINK()");
        assertThat(refusal("tables/run.jsonl", text -> text.replace("target:", "targets:")))
                .contains("profile cannot be read");
        assertThat(refusal("tables/load_point.jsonl", text -> text.replace("{", "[")))
                .contains("cannot be read as a run");
        assertThat(refusal(parts -> parts.remove("tables/run.jsonl"))).contains("(expected: ");
    }

    private static String firstRow(String text, String beginning) {
        return text.replaceFirst("\n\\[[0-9]+", "\n" + beginning);
    }

    @Test
    void picturesThatNobodyNames() throws Exception {
        assertThat(refusal(parts -> parts.put("evidence/s000-0099-evil.png", new byte[] {1})))
                .contains("evidence/s000-0099-evil.png", "a picture that tables/evidence.jsonl names");
    }

    /** A quarter of a gigabyte of zeros is a quarter of a megabyte of file. */
    @Test
    void partsThatBecomeMuchMoreThanTheFile() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PartsWriter writer = new PartsWriter(out, header)) {
            writer.part("tables/run.jsonl", to -> zeros(to, 1 << 28));
            writer.finish();
        }
        assertThat(out.size()).isLessThan(1 << 19);
        assertThat(refusal(out.toByteArray())).contains("bytes of it become more than", "at most 250 times");
    }

    private static void zeros(OutputStream to, long bytes) throws IOException {
        byte[] block = new byte[1 << 16];
        for (long written = 0; written < bytes; written += block.length) {
            to.write(block);
        }
    }

    /** Lines are read as a whole. */
    @Test
    void aLineThatDoesNotEnd() throws Exception {
        assertThat(refusal(parts -> parts.put("tables/run.jsonl", new byte[40 << 20])))
                .contains("tables/run.jsonl, line 1: more than 33554432 bytes");
    }

    @Test
    void partsThatAreThereTwiceOrTooMany() throws Exception {
        byte[] file = file(header, good);
        // A zip file may have a name twice; Java writes none.
        Map<String, byte[]> similar = new LinkedHashMap<>(good);
        similar.put("tables/sXssion.jsonl", new byte[] {1});
        byte[] twice = replaced(file(header, similar), "tables/sXssion.jsonl", "tables/session.jsonl");
        assertThat(refusal(twice)).contains("part \"tables/session.jsonl\" is there twice");
        Path kept = Files.createTempFile("parts", ".zip");
        try {
            Files.write(kept, file);
            assertThatThrownBy(() -> PartsFile.check(kept, "it", FileKind.RUN, Long.MAX_VALUE, 3))
                    .isInstanceOf(InvalidFileException.class)
                    .hasMessageContaining("more than 3 parts");
            assertThatThrownBy(() -> PartsFile.check(kept, "it", FileKind.RUN, 1000, 100))
                    .isInstanceOf(InvalidFileException.class)
                    .hasMessageContaining("more than 1000 bytes");
        } finally {
            Files.delete(kept);
        }
    }

    private static byte[] replaced(byte[] file, String old, String name) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        return text.replace(old, name).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whoever changes a part has to change the checksum, too; and nothing may follow it. */
    @Test
    void manifestsThatAreNotThoseOfTheFile() throws Exception {
        List<String> refusals = new ArrayList<>();
        for (String manifest : List.of(
                "{\"parts\":1,\"bytes\":1,\"sha256\":\"" + "0".repeat(64) + "\"}",
                "{}",
                "null",
                "[",
                "x".repeat(70_000))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                put(zip, PartsWriter.HEADER, JsonMapper.shared().writeValueAsBytes(header));
                put(zip, PartsWriter.MANIFEST, manifest.getBytes(StandardCharsets.UTF_8));
            }
            refusals.add(refusal(out.toByteArray()));
        }
        assertThat(refusals.get(0)).contains("its parts have the checksum", "it was changed after it was written");
        assertThat(refusals.get(4)).contains("more than 65536 bytes");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            put(zip, PartsWriter.HEADER, JsonMapper.shared().writeValueAsBytes(header));
        }
        assertThat(refusal(out.toByteArray())).contains("ends without manifest.json", "it was cut off");
        assertThat(refusal(new byte[0])).contains("is no zip file, or an empty one");
    }

    private int imported(byte[] file) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/import"))
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(file))
                .build();
        return Clients.of(() -> server).send(request, BodyHandlers.discarding()).statusCode();
    }

    private String asked(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/" + path))
                .header("Accept", "application/json")
                .method(method, BodyPublishers.noBody())
                .build();
        return Clients.of(() -> server).send(request, BodyHandlers.ofString()).body();
    }

    private void awaitRemoval() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> asked("GET", "storage").contains("\"beingDeleted\":0"));
    }

    /** Reproducer: a run that was exported while it was deleted came in without its pictures, and nobody was told. */
    @Test
    void aRunWhosePicturesAreNotAllThere() throws Exception {
        assertThat(header.missingPictures()).isZero();
        Map<String, byte[]> parts = new LinkedHashMap<>(good);
        assertThat(parts.remove("evidence/s001-0001-open.png")).isNotNull();
        assertThat(refusal(file(header, parts)))
                .contains("pictures: 1 of 2 that tables/evidence.jsonl names are missing (expected: 0, as ");
        FileHeader lost =
                new FileHeader(header.format(), 1, header.schema(), header.program(), header.store(), id, null, 1);
        assertThat(refusal(file(lost, good))).contains("pictures: 0 of 2 ", "(expected: 1, as ");
        // What says how many it has lost, and what cannot say it, because an earlier version wrote it.
        FileHeader earlier =
                new FileHeader(header.format(), 1, header.schema(), header.program(), header.store(), id, null, null);
        for (FileHeader one : new FileHeader[] {lost, earlier}) {
            assertThat(imported(file(one, parts))).isEqualTo(201);
            asked("DELETE", "runs/" + id);
            awaitRemoval();
        }
    }

    private Socket sending(int bytes) throws IOException {
        Socket socket = new Socket(server.address().getHost(), server.address().getPort());
        socket.setSoTimeout(30_000);
        socket.getOutputStream()
                .write(("POST /api/v1/runs/import HTTP/1.1\r\nHost: "
                                + server.address().getAuthority() + "\r\nAuthorization: Bearer "
                                + TokenSource.of(server.tokenFile(TokenRole.ADMIN))
                                        .get()
                                + "\r\nContent-Type: application/zip\r\nContent-Length: " + bytes + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /**
     * Reproducer: whose file was refused while it was on its way found the connection closed after some megabytes, and
     * was not told why.
     */
    @Test
    void whoStillSendsWhenTheFileIsRefusedGetsTheAnswer() throws Exception {
        Path imports = folder.resolve("data").resolve("imports");
        try (Socket first = sending(100)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(imports));
            byte[] large = new byte[64 << 20];
            try (Socket second = sending(large.length)) {
                second.getOutputStream().write(large);
                assertThat(new String(second.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 409");
            }
            first.getOutputStream().write(new byte[100]);
            assertThat(new String(first.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 400");
        }
    }

    /** By the migrations since then, as a store. */
    @Test
    void aFileOfAnEarlierVersionIsBroughtToThisOne() throws Exception {
        FileHeader earlier = new FileHeader(header.format(), 1, "31", "0.1", header.store(), id, null, 0);
        assertThat(imported(file(earlier, good))).isEqualTo(201);
        assertThat(asked("GET", "runs/" + id + "/report")).contains("\"loadPoints\"", id);
        asked("DELETE", "runs/" + id);
        awaitRemoval();
    }

    /** As a full disk does: what there is of the run is never seen, and is removed. */
    @Test
    void aRunWhosePicturesCannotBeWrittenLeavesNothing() throws Exception {
        Path evidence = folder.resolve("data").resolve("evidence");
        Files.deleteIfExists(evidence);
        Files.writeString(evidence, "in the way");
        assertThat(imported(file(header, good))).isEqualTo(500);
        assertThat(asked("GET", "runs/" + id)).contains("\"status\":404");
        awaitRemoval();
        Files.delete(evidence);
        assertThat(imported(file(header, good))).isEqualTo(201);
        asked("DELETE", "runs/" + id);
        awaitRemoval();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
