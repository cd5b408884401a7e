package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * Whole controllers with one PostgreSQL database, client agents of theirs that do nothing by themselves, and the
 * database as seen from the side.
 */
final class SharedControllers implements AutoCloseable {
    private final Path workloads;
    private final String url;
    private final List<AutoCloseable> open = new ArrayList<>();

    SharedControllers(Path folder, String url) throws Exception {
        this.workloads = SampleRoot.create(folder.resolve("workloads"));
        this.url = url;
    }

    ControllerServer start(Path data) throws Exception {
        return start(data, RemoteSettings.NONE);
    }

    ControllerServer start(Path data, RemoteSettings remote) throws Exception {
        ControllerServer server = ControllerServer.start(ControllerSettings.of(data, workloads)
                .withStore(StoreLocation.postgresql(url, null))
                .with(remote));
        open.add(0, server);
        return server;
    }

    /** A client agent that has a session of a new run. */
    LinkPeer working(ControllerServer server) throws Exception {
        LinkPeer agent = new LinkPeer(
                server,
                TokenRole.AGENT,
                Hello.newBuilder()
                        .setProtocol(1)
                        .setAgentId("agent")
                        .setInstance("of agent")
                        .setHost("host of agent")
                        .setVersion("1")
                        .setRole(AgentRole.AGENT_ROLE_CLIENT)
                        .setSessionLimit(1)
                        .putAllWorkloadChecksums(WorkloadCatalog.open(workloads).checksums())
                        .build());
        open.add(0, agent);
        agent.connected();
        HttpResponse<String> response = begin(server);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        agent.await1(FromController::hasStartSession);
        return agent;
    }

    /** Asks for a run of one session. */
    HttpResponse<String> begin(ControllerServer server) throws Exception {
        return send(
                server,
                "POST",
                "/api/v1/runs",
                BodyPublishers.ofString(SampleRoot.PROFILE.replace(
                        "load: { steps: { sessions: [1, 2] } }", "load: { fixed: { sessions: 1 } }")));
    }

    HttpResponse<String> get(ControllerServer server, String path) throws Exception {
        return send(server, "GET", path, BodyPublishers.noBody());
    }

    HttpResponse<String> post(ControllerServer server, String path) throws Exception {
        return send(server, "POST", path, BodyPublishers.noBody());
    }

    private static HttpResponse<String> send(ControllerServer server, String method, String path, BodyPublisher body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/yaml")
                .method(method, body)
                .build();
        return Clients.of(() -> server).send(request, BodyHandlers.ofString());
    }

    static String id(LinkPeer agent) {
        return agent.await1(FromController::hasStartSession).getStartSession().getRunId();
    }

    static void awaitEndOfRun(LinkPeer agent, Duration within) {
        await().atMost(within)
                .untilAsserted(() -> assertThat(agent.received().stream().anyMatch(FromController::hasEndRun))
                        .isTrue());
    }

    static String text(HttpResponse<String> response, String field) {
        return JsonMapper.shared().readTree(response.body()).path(field).asString();
    }

    List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }
}
