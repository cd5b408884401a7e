package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People of two controllers with one store. */
@Tag("slow")
class SharedPeopleTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String PASSWORD = "correct horse battery";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private HttpResponse<String> send(
            ControllerServer server, String method, String path, String json, String header, String value)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(server.address().resolve("/api/v1/" + path))
                        .header("Content-Type", "application/json")
                        .header(header, value)
                        .method(method, BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String local(ControllerServer server) throws IOException {
        return "Bearer " + TokenFile.read(server.tokenFile(TokenRole.ADMIN)).text();
    }

    private String token(ControllerServer server, String header, String value)
            throws IOException, InterruptedException {
        String body = "{\"name\":\"b\",\"role\":\"viewer\",\"expires\":\""
                + Instant.now().plusSeconds(600) + "\"}";
        HttpResponse<String> made = send(server, "POST", "tokens", body, header, value);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return made.body();
    }

    /** Both are known there at once, the token and its user, whom the other controller has not read yet. */
    @Test
    void aUserWhoWasJustAddedCanUseATokenAtTheOtherController() throws Exception {
        try (SharedControllers both = new SharedControllers(folder, TestDatabase.url())) {
            ControllerServer one = both.start(folder.resolve("one"));
            ControllerServer other = both.start(folder.resolve("other"));
            for (int i = 0; i < 5; i++) {
                String user = "\"name\":\"bert" + i + "\",";
                String secret = "\"password\":\"" + PASSWORD + "\"}";
                assertThat(send(
                                        one,
                                        "POST",
                                        "users",
                                        "{" + user + "\"role\":\"viewer\"," + secret,
                                        "Authorization",
                                        local(one))
                                .statusCode())
                        .isEqualTo(201);
                String cookie = send(one, "POST", "login", "{" + user + secret, "Accept", "*/*")
                        .headers()
                        .firstValue("Set-Cookie")
                        .orElseThrow();
                String made = token(one, "Cookie", cookie.substring(0, cookie.indexOf(';')));
                String token = "Bearer " + made.replaceFirst(".*\"token\":\"([^\"]+)\".*", "$1");
                assertThat(send(other, "GET", "me", "", "Authorization", token).statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void whatOneControllerEndsTheOtherEndsSoon() throws Exception {
        try (SharedControllers both = new SharedControllers(folder, TestDatabase.url())) {
            ControllerServer one = both.start(folder.resolve("one"));
            ControllerServer other = both.start(folder.resolve("other"));
            String anna = "{\"name\":\"anna\",\"role\":\"viewer\",\"password\":\"" + PASSWORD + "\"}";
            assertThat(send(one, "POST", "users", anna, "Authorization", local(one))
                            .statusCode())
                    .isEqualTo(201);
            String ofAnna = send(
                            one,
                            "POST",
                            "login",
                            "{\"name\":\"anna\",\"password\":\"" + PASSWORD + "\"}",
                            "Accept",
                            "*/*")
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            String made = token(one, "Cookie", ofAnna.substring(0, ofAnna.indexOf(';')));
            String token = "Bearer " + made.replaceFirst(".*\"token\":\"([^\"]+)\".*", "$1");
            String id = made.replaceFirst(".*\"id\":\"([^\"]+)\".*", "$1");
            // Known at once, also where it was not made.
            assertThat(send(other, "GET", "me", "", "Authorization", token).statusCode())
                    .isEqualTo(200);
            await().atMost(SOON)
                    .until(() -> send(
                                            other,
                                            "POST",
                                            "login",
                                            "{\"name\":\"anna\",\"password\":\"" + PASSWORD + "\"}",
                                            "Accept",
                                            "*/*")
                                    .statusCode()
                            == 204);
            assertThat(send(one, "DELETE", "tokens/" + id, "", "Authorization", local(one))
                            .statusCode())
                    .isEqualTo(204);
            assertThat(send(one, "GET", "me", "", "Authorization", token).statusCode())
                    .isEqualTo(401);
            await().atMost(SOON)
                    .until(() ->
                            send(other, "GET", "me", "", "Authorization", token).statusCode() == 401);
            // The secret files of one machine are nobody's at the other one, and so are tokens that were made with
            // them.
            String ofMachine = token(one, "Authorization", local(one));
            String bearer = "Bearer " + ofMachine.replaceFirst(".*\"token\":\"([^\"]+)\".*", "$1");
            assertThat(send(one, "GET", "me", "", "Authorization", bearer).statusCode())
                    .isEqualTo(200);
            assertThat(send(other, "GET", "me", "", "Authorization", bearer).statusCode())
                    .isEqualTo(401);
            assertThat(send(other, "GET", "me", "", "Authorization", local(one)).statusCode())
                    .isEqualTo(401);
            String link = send(one, "POST", "login-links", "", "Authorization", local(one))
                    .body()
                    .replaceFirst(".*\"path\":\"([^\"]+)\".*", "$1");
            String cookie = http.send(
                            HttpRequest.newBuilder(one.address().resolve(link)).build(), BodyHandlers.ofString())
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            String secret = cookie.substring(cookie.indexOf('='), cookie.indexOf(';'));
            assertThat(send(
                                    one,
                                    "GET",
                                    "me",
                                    "",
                                    "Cookie",
                                    "deskmeter-" + one.address().getPort() + secret)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(send(
                                    other,
                                    "GET",
                                    "me",
                                    "",
                                    "Cookie",
                                    "deskmeter-" + other.address().getPort() + secret)
                            .statusCode())
                    .isEqualTo(401);
        }
    }
}
