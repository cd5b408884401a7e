package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A controller with a port for people of other machines, and people. */
public final class PeopleFixture implements AutoCloseable {
    public static final String PASSWORD = "correct horse battery";

    public final ControllerServer server;
    public final Requests loopback;
    public final Requests https;
    public final String local;

    public PeopleFixture(Path folder) throws Exception {
        server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads"))));
        loopback = new Requests(server.address());
        https = new Requests(HttpsPort.open(server));
        local = Requests.bearer(
                TokenFile.read(server.tokenFile(TokenRole.ADMIN)).text());
    }

    /** Adds somebody with the usual password. */
    public void add(String name, String role) throws IOException {
        Requests.Answer added = loopback.send(
                "POST",
                "/api/v1/users",
                "{\"name\":\"%s\",\"role\":\"%s\",\"password\":\"%s\"}".formatted(name, role, PASSWORD),
                local);
        assertThat(added.status()).as(added.body()).isEqualTo(201);
    }

    public Requests.Answer logIn(String name, String password) throws IOException {
        return https.send("POST", "/api/v1/login", "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(name, password));
    }

    /** Logs in from another address of this machine; returns the status of the answer. */
    public int logInFrom(String address, String name, String password) throws IOException {
        URI server = https.server();
        String json = "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(name, password);
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(address, 0));
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            String request = "POST /api/v1/login HTTP/1.1\r\nHost: " + server.getAuthority()
                    + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                    + "\r\n\r\n" + json;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    /** Whoever has the cookie changes her password; returns the status of the answer. */
    public int changePassword(String cookie) throws IOException {
        return https.send(
                        "PUT",
                        "/api/v1/me/password",
                        "{\"old\":\"%s\",\"new\":\"another fine password\"}".formatted(PASSWORD),
                        cookie)
                .status();
    }

    /** The cookie of a new session. */
    public String cookie(String name) throws IOException {
        Requests.Answer in = logIn(name, PASSWORD);
        assertThat(in.status()).as(in.body()).isEqualTo(204);
        return Requests.cookie(in);
    }

    /** A token that somebody has made for herself. */
    public JsonNode token(String cookie, String role, Instant expires) throws IOException {
        Requests.Answer made = https.send(
                "POST",
                "/api/v1/tokens",
                "{\"name\":\"a build\",\"role\":\"%s\",\"expires\":\"%s\"}".formatted(role, expires),
                cookie);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json();
    }

    public int change(String name, String json) throws IOException {
        return loopback.send("PUT", "/api/v1/users/" + name, json, local).status();
    }

    public JsonNode audit(String query) throws IOException {
        Requests.Answer answer = loopback.send("GET", "/api/v1/audit?" + query, "", local);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().path("entries");
    }

    @Override
    public void close() {
        server.close();
    }
}
