package io.deskmeter.controller.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a secret in the data folder, and who can read it there. */
@Tag("slow")
class SecretsAtRestTest {
    private static final String PASSWORD = "Zq7-knows-nobody";
    private static final String SET = "hosts: [rdsh-1]\naccounts:\n  - { user: ann, password: " + PASSWORD + " }\n";

    @TempDir
    Path folder;

    private Path data;
    private Path workloads;

    @BeforeEach
    void root() throws IOException {
        data = folder.resolve("data");
        workloads = SampleRoot.create(folder.resolve("workloads"));
    }

    private ControllerServer start(Path at, @Nullable Path key) throws StartException {
        return ControllerServer.start(ControllerSettings.of(at, workloads)
                .withMachines(new MachineListener("127.0.0.1", 0, List.of()))
                .withSecretsKey(key));
    }

    private static HttpResponse<String> get(ControllerServer server, String path) throws Exception {
        return send(server, path, HttpRequest.newBuilder());
    }

    private static void put(ControllerServer server, String set) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .header("Content-Type", "application/yaml")
                .PUT(HttpRequest.BodyPublishers.ofString(set));
        assertThat(send(server, "/sent", request).statusCode()).isIn(200, 201);
    }

    private static HttpResponse<String> send(ControllerServer server, String path, HttpRequest.Builder request)
            throws Exception {
        URI uri = server.address().resolve("/api/v1/accounts" + path);
        return Clients.of(() -> server).send(request.uri(uri).build(), BodyHandlers.ofString());
    }

    private static Path set(Path data, String name) throws IOException {
        Path accounts = Files.createDirectories(
                data.resolve("accounts"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(accounts.resolve(name), SET);
    }

    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.now().minus(SealedFiles.SETTLED).minus(Duration.ofSeconds(5))));
    }

    private static byte[] key(Path file) throws IOException {
        return Base64.getDecoder().decode(Files.readString(file).strip());
    }

    private Path given() throws IOException {
        Path file = folder.resolve("given.key");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, Base64.getEncoder().encodeToString(SecretsKey.random()) + "\n");
    }

    /** All files in which the password or a private key can be read. */
    private List<String> readable() throws IOException {
        List<String> found = new ArrayList<>();
        String[] forms = {
            PASSWORD, Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8)), "BEGIN PRIVATE KEY"
        };
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                for (String form : forms) {
                    if (content.contains(form)) {
                        found.add(data.relativize(file) + ": " + form);
                    }
                }
            }
        }
        return found;
    }

    @Test
    void setsThatAreSentOrCopiedAndTheKeyOfTheAuthorityAreSealed() throws Exception {
        age(set(data, "copied.yaml"));
        String authority;
        try (ControllerServer server = start(data, null)) {
            put(server, SET);
            authority = server.authority();
            assertThat(readable()).isEmpty();
            assertThat(get(server, "").body()).contains("copied", "sent");
        }
        try (ControllerServer server = start(data, null)) {
            assertThat(server.authority()).isEqualTo(authority);
            for (String name : List.of("sent", "copied")) {
                assertThat(get(server, "/" + name).body()).contains("ann");
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(SecretsKeyFile.NAME))))
                .isEqualTo("rw-------");
    }

    @Test
    void aDataFolderOfAnEarlierVersionKeepsItsAuthorityWhoseKeyIsSealed() throws Exception {
        String authority;
        try (ControllerServer server = start(data, null)) {
            authority = server.authority();
        }
        Path file = data.resolve("authority.pem");
        byte[] sealed = Pem.content(Files.readString(file), "DESKMETER SEALED PRIVATE KEY")
                .orElseThrow();
        byte[] key = new SecretsKey(key(data.resolve(SecretsKeyFile.NAME)))
                .open(sealed, "authority")
                .orElseThrow();
        Files.writeString(
                file,
                Pem.block(Pem.KEY, key)
                        + Pem.of(Pem.certificates(Files.readString(file)).get(0)));
        assertThat(readable()).isNotEmpty();

        try (ControllerServer server = start(data, null)) {
            assertThat(server.authority()).isEqualTo(authority);
        }

        assertThat(readable()).isEmpty();
    }

    @Test
    void withAGivenKeyACopyOfTheFolderTellsNothing() throws Exception {
        Path key = given();
        try (ControllerServer server = start(data, key)) {
            put(server, SET);
        }
        assertThat(data.resolve(SecretsKeyFile.NAME)).doesNotExist();
        assertThatThrownBy(() -> start(data, null))
                .hasMessageContaining("authority.pem")
                .hasMessageContaining("sealed with another key")
                .hasMessageContaining("--secrets-key");
        Files.deleteIfExists(data.resolve("authority.pem"));

        // The sets of another key are an error of who uses them, and of nobody else.
        try (ControllerServer server = start(data, null)) {
            assertThat(get(server, "/sent").statusCode()).isEqualTo(400);
            put(server, SET);
            assertThat(get(server, "/sent").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c2hvcnQ=", "not base64 !", "missing", "readable"})
    void aKeyThatIsNoneIsRefusedWithoutSayingWhatItIs(String content) throws Exception {
        Path key = given();
        switch (content) {
            case "missing" -> Files.delete(key);
            case "readable" -> Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
            default -> Files.writeString(key, content);
        }
        assertThatThrownBy(() -> start(data, key))
                .hasMessageStartingWith("--secrets-key: ")
                .hasMessageContaining(key.toString())
                .hasMessageContaining("(expected: ")
                .hasMessageNotContaining("not base64 !");
    }

    @Test
    void aKeyMayBeALinkAsOrchestratorsMountIt() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("mounted"), given());
        try (ControllerServer server = start(data, link)) {
            assertThat(server.authority()).startsWith("sha256:");
        }
    }

    /**
     * A program that still writes to a file would write on into one that has gone; a mistake can only be mended in a
     * plain file.
     */
    @Test
    void aSetThatIsBeingCopiedOrHasAMistakeOrIsALinkStaysPlain() throws Exception {
        Path fresh = set(data, "fresh.yaml");
        Path wrong = Files.writeString(data.resolve("accounts/wrong.yaml"), SET + "  - { usr: bob }\n");
        age(wrong);
        Path elsewhere = Files.writeString(folder.resolve("elsewhere.yaml"), SET);
        age(elsewhere);
        Files.createSymbolicLink(data.resolve("accounts/linked.yaml"), elsewhere);
        try (ControllerServer server = start(data, null)) {
            assertThat(get(server, "/fresh").statusCode()).isEqualTo(200);
            assertThat(get(server, "/linked").statusCode()).isEqualTo(200);
            assertThat(fresh).hasContent(SET);
            assertThat(Files.readString(wrong)).contains("usr");
            assertThat(elsewhere).hasContent(SET);

            age(fresh);
            assertThat(get(server, "/fresh").statusCode()).isEqualTo(200);
            assertThat(Files.readString(fresh, StandardCharsets.ISO_8859_1)).doesNotContain(PASSWORD);
            // A plain one takes its place.
            Files.writeString(fresh, SET.replace("ann", "eve"));
            assertThat(get(server, "/fresh").body()).contains("eve");
        }
    }

    @Test
    void whatIsSealedCannotTakeThePlaceOfSomethingElse() throws Exception {
        SecretsKey key = new SecretsKey(SecretsKey.random());
        Path file = folder.resolve("file");
        new SealedFiles(key, "one", InstantSource.system()).write(file, new byte[] {1, 2});

        assertThat(new SealedFiles(key, "one", InstantSource.system()).read(file))
                .containsExactly(1, 2);
        assertThatThrownBy(() -> new SealedFiles(key, "two", InstantSource.system()).read(file))
                .isInstanceOf(OtherKeyException.class);
        byte[] changed = Files.readAllBytes(file);
        for (int at = 19; at < changed.length; at++) {
            changed[at] ^= 1;
            Files.write(file, changed);
            assertThatThrownBy(() -> new SealedFiles(key, "one", InstantSource.system()).read(file))
                    .isInstanceOf(OtherKeyException.class);
            changed[at] ^= 1;
        }
    }
}
