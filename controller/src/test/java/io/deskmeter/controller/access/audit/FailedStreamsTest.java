package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reproducers: a file whose sending could not begin, or failed, was in the audit log as done, and as nothing else. */
@Tag("slow")
class FailedStreamsTest {
    private static final Duration SOON = Duration.ofSeconds(60);

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

    private void fill(int entries, Supplier<String> detail) {
        AuditStore audit = HttpsPort.part(people.server, AuditStore.class);
        for (int i = 0; i < entries; i++) {
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
                    detail.get(),
                    AuditEntry.Outcome.DONE));
        }
    }

    /** A reader that takes little at a time; it gets the first byte of its answer. */
    private Socket reader(Requests port, String request, String header, String body) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(
                new InetSocketAddress(port.server().getHost(), port.server().getPort()));
        String head = request + " HTTP/1.1\r\nHost: " + port.host() + "\r\n" + header + "\r\n"
                + (body.isEmpty()
                        ? ""
                        : "Content-Type: application/yaml\r\nAccept: text/event-stream\r\nContent-Length: "
                                + body.length() + "\r\n")
                + "\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Newest first, as outcome and detail. */
    private List<String> entries(String action) throws IOException {
        List<String> entries = new ArrayList<>();
        people.audit("action=" + action)
                .forEach(entry -> entries.add(entry.path("outcome").asString() + " "
                        + entry.path("detail").asString()));
        return entries;
    }

    @Test
    void aFileForWhichThereIsNoThreadHasFailed() throws Exception {
        fill(3000, () -> "x".repeat(2000));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                slow.add(reader(people.loopback, "GET /api/v1/audit.jsonl", people.local, ""));
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

    /** Reproducer: it was in the audit log as done. */
    @Test
    void aFileWhoseReaderLeavesHasFailed() throws Exception {
        fillBeyondBuffers();
        try (Socket leaving = reader(people.loopback, "GET /api/v1/backup", people.local, "")) {
            assertThat(leaving.getInputStream().read()).isEqualTo('H');
        }
        await().atMost(SOON).untilAsserted(() -> assertThat(entries("backup")).hasSize(2));
        assertThat(entries("backup").get(0))
                .matches(
                        "failed not answered to its end: its reader left, at most [1-9][0-9]{4,} bytes have reached it");
        assertThat(entries("backup").get(1)).isEqualTo("done ");
    }

    /** It is cut off as for somebody who has left, but nobody has. */
    @Test
    void aFileWhoseReaderMayReadNoMoreHasFailed() throws Exception {
        fillBeyondBuffers();
        people.add("alma", "admin");
        try (Socket reader = reader(people.https, "GET /api/v1/backup", people.cookie("alma"), "")) {
            assertThat(reader.getInputStream().read()).isEqualTo('H');
            assertThat(people.change("alma", "{\"role\":\"viewer\"}")).isEqualTo(200);
            // Each second somebody asks whether it may.
            Thread reading = new Thread(() -> readOut(reader));
            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            reading.start();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(entries("backup")).hasSize(2));
            reading.join();
        }
        assertThat(entries("backup").get(0))
                .startsWith("failed not answered to its end: its reader may not read any more, at most ");
    }

    private static void readOut(Socket reader) {
        try {
            reader.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException cutOff) {
            // That is what ends it.
        }
    }

    /** Reproducer: the problem document followed what had been sent, and all looked complete. */
    @Test
    void anAnswerWhoseStoreFailsInTheMiddleIsCutOff() throws Exception {
        fill(6000, () -> "x".repeat(2000));
        try (Socket reader = reader(people.loopback, "GET /api/v1/audit.jsonl", people.local, "")) {
            InputStream in = reader.getInputStream();
            assertThat(in.read()).isEqualTo('H');
            try (Connection side = side();
                    Statement s = side.createStatement()) {
                s.execute("drop table audit_entry");
            }
            reader.setSoTimeout((int) SOON.toMillis());
            StringBuilder all = new StringBuilder();
            byte[] block = new byte[1 << 16];
            String end = "\r\n0\r\n\r\n";
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                all.append(new String(block, 0, read, StandardCharsets.ISO_8859_1));
                assertThat(all.toString()).as("it does not look like all of it").doesNotEndWith(end);
            }
            assertThat(all.toString()).doesNotContain("The store failed");
        }
    }

    /** A check goes on to its end, but nobody has read what it has found. */
    @Test
    void aCheckWhoseReaderLeavesIsNotAnsweredToItsEnd() throws Exception {
        try (LinkPeer agent = checking()) {
            try (Socket leaving = reader(people.loopback, "POST /api/v1/checks", people.local, SampleRoot.PROFILE)) {
                assertThat(leaving.getInputStream().read()).isEqualTo('H');
                agent.await1(FromController::hasCheck);
            }
            String id = agent.await1(FromController::hasCheck).getCheck().getCheckId();
            agent.send(FromAgent.newBuilder()
                    .setCheckResult(CheckResult.newBuilder().setCheckId(id))
                    .build());
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(entries("check")).hasSize(2));
        }
        assertThat(entries("check").get(0)).startsWith("failed not answered to its end: its reader left, at most ");
        assertThat(entries("check").get(1)).isEqualTo("done ");
    }

    @Test
    void whatIsReadToItsEndIsDone() throws Exception {
        try (LinkPeer agent = checking();
                Socket reader = reader(
                        people.loopback,
                        "POST /api/v1/checks",
                        people.local + "\r\nConnection: close",
                        SampleRoot.PROFILE)) {
            String id = agent.await1(FromController::hasCheck).getCheck().getCheckId();
            agent.send(FromAgent.newBuilder()
                    .setCheckResult(CheckResult.newBuilder().setCheckId(id))
                    .build());
            assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("event:done");
        }
        assertThat(people.loopback
                        .send("GET", "/api/v1/backup", "", people.local)
                        .status())
                .isEqualTo(200);
        assertThat(entries("check")).containsExactly("done ");
        assertThat(entries("backup")).containsExactly("done ");
    }

    /** An agent whose answer to a check is that of the test. */
    private LinkPeer checking() {
        return new LinkPeer(
                        people.server,
                        TokenRole.AGENT,
                        Hello.newBuilder()
                                .setProtocol(1)
                                .setAgentId("agent")
                                .setInstance("of agent")
                                .setHost("host of agent")
                                .setVersion("1")
                                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                                .setChecks(true)
                                .build())
                .connected();
    }

    /** More than fits into the buffers between the controller and a reader, also when it is compressed. */
    private void fillBeyondBuffers() {
        Random random = new Random(7);
        fill(
                2000,
                () -> random.ints(2000, 'A', 'z')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
    }
}
