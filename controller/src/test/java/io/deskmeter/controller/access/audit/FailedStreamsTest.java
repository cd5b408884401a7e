package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.store.DataDirectory;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reproducers: a file whose sending could not begin, or failed, was in the audit log as done, and as nothing else. */
class FailedStreamsTest {
    @SuppressWarnings("NullAway.Init")
    private PeopleFixture people;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        people = new PeopleFixture(folder);
    }

    @AfterEach
    void stop() {
        people.close();
    }

    private Connection side() throws Exception {
        return DriverManager.getConnection(
                HttpsPort.part(people.server, DataDirectory.class).jdbcUrl(), "", "");
    }

    @Test
    void aFileForWhichThereIsNoThreadHasFailed() throws Exception {
        AuditStore audit = HttpsPort.part(people.server, AuditStore.class);
        for (int i = 0; i < 3000; i++) {
            audit.add(new AuditEntry(
                    0,
                    Instant.now(),
                    "x",
                    null,
                    null,
                    "127.0.0.1",
                    "https",
                    "x",
                    "/",
                    "x".repeat(2000),
                    AuditEntry.Outcome.DONE));
        }
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                Socket socket = new Socket();
                socket.setReceiveBufferSize(4096);
                socket.connect(new InetSocketAddress(
                        people.server.address().getHost(),
                        people.server.address().getPort()));
                socket.getOutputStream()
                        .write(("GET /api/v1/audit.jsonl HTTP/1.1\r\nHost: "
                                        + people.server.address().getAuthority() + "\r\n" + people.local + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                slow.add(socket);
            }
            for (Socket one : slow) {
                InputStream in = one.getInputStream();
                assertThat(in.read()).isEqualTo('H');
            }
            Requests.Answer answer = people.loopback.send("GET", "/api/v1/backup", "", people.local);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(people.audit("action=backup"))
                    .extracting(entry -> entry.path("outcome").asString())
                    .containsExactly("failed");
        } finally {
            for (Socket one : slow) {
                one.close();
            }
        }
    }

    @Test
    void aFileThatCannotBeReadHasFailed() throws Exception {
        try (Connection side = side();
                Statement s = side.createStatement()) {
            s.execute("drop table store_identity cascade");
        }
        Requests.Answer answer = people.loopback.send("GET", "/api/v1/backup", "", people.local);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(people.audit("action=backup"))
                .extracting(entry -> entry.path("outcome").asString())
                .containsExactly("failed", "done");
    }
}
