package io.deskmeter.controller.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.link.access.TokenRole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A backup and the secrets to it belong together, and what cannot be written is said before anything is asked of the
 * controller.
 */
@Tag("slow")
class BackupCommandTest {
    /** Nobody listens there. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private Path backup;

    @SuppressWarnings("NullAway.Init")
    private Path secrets;

    @BeforeEach
    void paths() {
        data = folder.resolve("data");
        backup = folder.resolve("backup.zip");
        secrets = folder.resolve("secrets.zip");
    }

    private String execute(int expected, Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = Commands.execute(List.of(args).stream().map(String::valueOf).toArray(String[]::new), print, print);
        String printed = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isEqualTo(expected);
        return printed;
    }

    private String execute(int expected, ControllerServer server, Path of, Path to) {
        return execute(
                expected,
                "backup",
                "--out",
                backup,
                "--secrets",
                to,
                "--data",
                of,
                "--controller",
                server.address(),
                "--token-file",
                server.tokenFile(TokenRole.ADMIN));
    }

    private static Path dataOf(Path made, String store) throws IOException {
        Files.createDirectories(made);
        Files.writeString(made.resolve(TokenRole.ADMIN.file()), "A1b2-_".repeat(7) + "x\n");
        if (!store.isEmpty()) {
            Files.writeString(made.resolve("store.id"), store + "\n");
        }
        return made;
    }

    @Test
    void secretsOfAnotherControllerAreNotWrittenBesideABackup() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        String other = UUID.randomUUID().toString();
        Path others = dataOf(folder.resolve("others"), other);
        try (ControllerServer server = ControllerServer.start(ControllerSettings.of(data, workloads))) {
            String store = Files.readString(data.resolve("store.id")).strip();
            assertThat(execute(2, server, others, secrets))
                    .contains(
                            "--secrets: " + others + " is of the store " + other,
                            server.address() + "/ is of the store " + store,
                            "(expected: the data folder of the controller that is backed up; hint: ",
                            "--data DIR",
                            "--controller URL");
            assertThat(backup).doesNotExist();
            assertThat(secrets).doesNotExist();
            assertThat(folder.resolve("backup.zip.unchecked")).doesNotExist();

            assertThat(execute(0, server, data, secrets)).contains("complete and checked", "keep this file apart");
            assertThat(secrets).exists();
        }
    }

    /** A backup can take an hour: what stands against the second file is known before it. */
    @ParameterizedTest
    @ValueSource(strings = {"there.zip", "missing/secrets.zip", "there.zip/secrets.zip", "backup.zip"})
    void whatCannotBeWrittenIsRefusedBeforeTheBackup(String name) throws Exception {
        dataOf(data, UUID.randomUUID().toString());
        Path there = Files.writeString(folder.resolve("there.zip"), "x");
        String printed = execute(
                2,
                "backup",
                "--out",
                backup,
                "--secrets",
                folder.resolve(name),
                "--data",
                data,
                "--controller",
                NOWHERE,
                "--token-file",
                data.resolve(TokenRole.ADMIN.file()));
        assertThat(printed).contains("--secrets: " + folder.resolve(name), "(expected: ");
        assertThat(backup).doesNotExist();
        assertThat(folder.resolve("backup.zip.unchecked")).doesNotExist();
        assertThat(there).hasContent("x");
    }

    @Test
    void aFolderWithoutSecretsOrWithoutAStoreIsRefusedBeforeTheBackup() throws Exception {
        Path file = dataOf(folder.resolve("named"), "").resolve(TokenRole.ADMIN.file());
        for (Path of : List.of(data, folder.resolve("named"))) {
            String printed = execute(
                    2,
                    "backup",
                    "--out",
                    backup,
                    "--secrets",
                    secrets,
                    "--data",
                    of,
                    "--controller",
                    NOWHERE,
                    "--token-file",
                    file);
            assertThat(printed).contains("--data: " + of + " has no s", "(expected: the data folder of the controller");
            assertThat(backup).doesNotExist();
            assertThat(secrets).doesNotExist();
        }
    }
}
