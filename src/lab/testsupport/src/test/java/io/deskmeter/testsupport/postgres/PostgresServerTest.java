package io.deskmeter.testsupport.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresServerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void aKilledProcessLeavesNoServerAndNoFolder() throws Exception {
        Process owner = start();
        Path folder;
        ProcessHandle server;
        try (BufferedReader printed = owner.inputReader()) {
            folder = Path.of(String.valueOf(printed.readLine()));
            server = server(folder);
            assertThat(server.isAlive()).isTrue();
        } finally {
            owner.destroyForcibly();
        }
        Awaitility.await().atMost(SOON).until(() -> !server.isAlive() && Files.notExists(folder));
    }

    @Test
    void closingItEndsTheServerAndRemovesItsFolder() throws Exception {
        Path folder;
        ProcessHandle server;
        try (PostgresServer started = PostgresServer.start(false)) {
            folder = started.folder();
            server = server(folder);
            assertThat(server.isAlive()).isTrue();
        }
        assertThat(folder).doesNotExist();
        Awaitility.await().atMost(SOON).until(() -> !server.isAlive());
    }

    private static Process start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        List.of(java, "-cp", System.getProperty("java.class.path"), PostgresOwner.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** By the server's own file. */
    private static ProcessHandle server(Path folder) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("data/postmaster.pid"));
        return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
    }
}
