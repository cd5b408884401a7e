package io.deskmeter.controller.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.folder.FailStopFiles;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.json.JsonMapper;

/**
 * A controller with its real link and store, peers that send what a test tells them to, and the store as seen from the
 * side.
 */
final class LinkFixture implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(20);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    final Path folder;
    private final Path workloads;
    private final List<LinkPeer> peers = new ArrayList<>();
    private ControllerServer server;
    private Connection store;

    LinkFixture(Path folder) throws Exception {
        this.folder = folder;
        this.workloads = SampleRoot.create(folder.resolve("workloads"));
        this.server = startServer();
        this.store = openStore();
    }

    private ControllerServer startServer() throws Exception {
        return ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads)
                .withMachines(new MachineListener("127.0.0.1", 0, List.of())));
    }

    private Connection openStore() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:" + FailStopFiles.PREFIX + "async:"
                        + folder.resolve("data").resolve("store")
                        + ";IFEXISTS=TRUE;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;"
                        + "DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;MAX_COMPACT_TIME=0",
                "",
                "");
    }

    ControllerServer server() {
        return server;
    }

    /** Ends the controller and all peers, and starts it again with the same data folder. */
    void restart() throws Exception {
        close();
        peers.clear();
        server = startServer();
        store = openStore();
    }

    LinkPeer peer(TokenRole secret, Hello.Builder hello) {
        LinkPeer peer = new LinkPeer(server, secret, hello.build());
        peers.add(peer);
        return peer;
    }

    /** One that has no secret of this controller. */
    LinkPeer withoutSecret(Hello.Builder hello) {
        LinkPeer peer = new LinkPeer(server, TokenSource.none(), hello.build());
        peers.add(peer);
        return peer;
    }

    /** A client agent of a machine that has joined, which takes one session at a time. */
    LinkPeer machine(KeyAndChain identity) {
        LinkPeer peer = new LinkPeer(
                LinkClientSettings.to("127.0.0.1", machinePort()).withTls(LinkTls.agent(() -> identity)),
                clientHello(MachineIdentity.commonName(identity.certificate())).build());
        peers.add(peer);
        return peer.connected();
    }

    /** What a machine gets that joins. */
    KeyAndChain join() throws Exception {
        String made = post("/api/v1/enrolments", "{}");
        JoinToken token = JoinToken.parse(JSON.readTree(made).path("token").asString());
        return EnrolmentClient.enrol("127.0.0.1", machinePort(), token, "machine");
    }

    private int machinePort() {
        String address = server.machineAddress().orElseThrow();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** A client agent that takes one session at a time. */
    LinkPeer client(String id) {
        return peer(TokenRole.AGENT, clientHello(id)).connected();
    }

    Hello.Builder clientHello(String id) {
        return hello(id)
                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                .setSessionLimit(1)
                .putAllWorkloadChecksums(WorkloadCatalog.open(workloads).checksums());
    }

    LinkPeer desktop(String id, DesktopLocation.Builder location) {
        return peer(TokenRole.DESKTOP, desktopHello(id, location)).connected();
    }

    static Hello.Builder desktopHello(String id, DesktopLocation.Builder location) {
        return hello(id).setRole(AgentRole.AGENT_ROLE_DESKTOP).setLocation(location);
    }

    private static Hello.Builder hello(String id) {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(id)
                .setInstance("of " + id)
                .setHost("host of " + id)
                .setVersion("1");
    }

    /** Begins a run with this number of sessions, each of another client agent. */
    String begin(int sessions) throws Exception {
        return begin(sessions, "local");
    }

    String begin(int sessions, String mode) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(SampleRoot.PROFILE.replace(
                        "load: { steps: { sessions: [1, 2] } }",
                        "load: { fixed: { sessions: " + sessions + " } }\nmode: " + mode)))
                .build();
        HttpResponse<String> response = Clients.of(() -> server).send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return JSON.readTree(response.body()).path("id").asString();
    }

    String get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.address().resolve(path)).build();
        return Clients.of(() -> server).send(request, BodyHandlers.ofString()).body();
    }

    /** How many messages were refused for this reason. */
    int counted(String message, String reason) {
        try {
            return get("/actuator/prometheus")
                    .lines()
                    .filter(line -> line.startsWith("deskmeter_link_refused")
                            && line.contains("message=\"" + message + "\"")
                            && line.contains("reason=\"" + reason + "\""))
                    .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void post(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .POST(BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = Clients.of(() -> server).send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    }

    String post(String path, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> response = Clients.of(() -> server).send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }

    CompletableFuture<String> getLater(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(server.address().resolve(path)).build();
        return Clients.of(() -> server)
                .sendAsync(request, BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    /** The number of the session that the client agent was told to start. */
    static int session(LinkPeer client) {
        return client.await1(FromController::hasStartSession).getStartSession().getSession();
    }

    /** Pairs the client agent's session with a desktop agent by a ticket. */
    LinkPeer pair(LinkPeer client, String run, int session, String desktop) {
        String ticket = "ticket of " + desktop;
        client.send(FromAgent.newBuilder()
                .setDesktopAgentRequest(DesktopAgentRequest.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setTicket(ticket))
                .build());
        client.send(FromAgent.newBuilder()
                .setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                        .setRunId(run)
                        .setSession(session)
                        .setCall(1)
                        .setPrepare(PrepareDesktop.getDefaultInstance()))
                .build());
        LinkPeer inside =
                desktop(desktop, DesktopLocation.newBuilder().setUser("ann").setTicket(ticket));
        inside.await1(message -> message.getDesktopAgentMessage().hasPrepare());
        return inside;
    }

    static FromAgent timings(long batch, TimingRecord... records) {
        return FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder().setBatch(batch).addAllTimings(List.of(records)))
                .build();
    }

    static TimingRecord timing(String run, int session, long sequence) {
        return TimingRecord.newBuilder()
                .setRunId(run)
                .setSession(session)
                .setSequence(sequence)
                .setWorkload("office/writer")
                .setOperation("open")
                .setGroup("B")
                .setOutcome("ok")
                .setFiredAt(1)
                .setLastWithoutAt(2)
                .setShownAt(3)
                .build();
    }

    void change(String update) throws SQLException {
        try (Statement statement = store.createStatement()) {
            statement.executeUpdate(update);
        }
    }

    List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = store.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    void awaitTexts(String query, String... expected) {
        await().atMost(SOON).untilAsserted(() -> assertThat(texts(query)).containsExactly(expected));
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = store.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        peers.forEach(LinkPeer::close);
        store.close();
        server.close();
    }
}
