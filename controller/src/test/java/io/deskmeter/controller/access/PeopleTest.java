package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.people.People;
import io.deskmeter.link.access.TokenRole;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** People log in, do something, and are refused, at a real controller. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeopleTest {
    /** More than two heartbeats. */
    private static final Duration ENDED = Duration.ofSeconds(25);

    private static final String OTHER = "another fine password";

    @SuppressWarnings("NullAway.Init")
    private PeopleFixture people;

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        people = new PeopleFixture(temporary);
    }

    @AfterAll
    void stop() {
        people.close();
    }

    private Requests.Answer setPassword(String code, String password) throws Exception {
        return people.https.send(
                "POST", "/api/v1/passwords", "{\"code\":\"%s\",\"password\":\"%s\"}".formatted(code, password));
    }

    @Test
    void theFirstAdministratorComesByALinkThatWorksOnce() throws Exception {
        Requests.Answer added =
                people.loopback.send("POST", "/api/v1/users", "{\"name\":\"Anna\",\"role\":\"admin\"}", people.local);
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        JsonNode user = added.json().path("user");
        assertThat(user.path("name").asString()).isEqualTo("anna");
        assertThat(user.path("hasPassword").asBoolean()).isFalse();
        String link = added.json().at("/link/passwordLink").asString();
        assertThat(added.json().at("/link/url").asString())
                .isEqualTo("https://controller.test:" + people.https.server().getPort() + link);
        String code = link.substring(link.indexOf('=') + 1);
        assertThat(people.logIn("anna", "").status()).isEqualTo(400);

        assertThat(setPassword(code, "too short").body()).contains("password: 9 characters (expected: at least 12");
        assertThat(setPassword(code, "é".repeat(40)).body()).contains("password: 80 bytes (expected: at most 72");
        assertThat(setPassword(code, PeopleFixture.PASSWORD).status()).isEqualTo(204);
        assertThat(setPassword(code, OTHER).status()).isEqualTo(404);

        Requests.Answer in = people.logIn("ANNA", PeopleFixture.PASSWORD);
        assertThat(in.status()).as(in.body()).isEqualTo(204);
        assertThat(in.header("Set-Cookie").orElseThrow())
                .startsWith("__Host-deskmeter-" + people.https.server().getPort() + "=")
                .contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict", "; Max-Age=604800")
                .doesNotContain("Domain");
        String cookie = Requests.cookie(in);
        assertThat(people.https.send("GET", "/api/v1/me", "", cookie).json().toString())
                .startsWith("{\"name\":\"anna\",\"role\":\"admin\",\"kind\":\"session\",\"listener\":\"https\",");
        Requests.Answer page = people.https.send("GET", "/runs", "", cookie);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.head().toLowerCase(Locale.ROOT)).doesNotContain("jsessionid");
        assertThat(Files.readString(folder.resolve("data/store.mv.db"), StandardCharsets.ISO_8859_1))
                .doesNotContain(code, PeopleFixture.PASSWORD, cookie.substring(cookie.indexOf('=') + 1));
    }

    @Test
    void aBrowserWithoutASessionIsLedToTheLogIn() throws Exception {
        Requests.Answer page = people.https.send(
                "GET",
                "/runs?text=a%22b",
                "",
                "Accept: text/html",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document");
        assertThat(page.status()).isEqualTo(401);
        assertThat(page.body()).contains("url=/login?to=%2Fruns");
        assertThat(people.https.send("GET", "/login", "", "Accept: text/html").status())
                .isEqualTo(200);
        // Here, a link of the machine is needed.
        assertThat(people.loopback
                        .send("GET", "/login", "", "Accept: text/html")
                        .body())
                .contains("./deskmeter login-link");
    }

    @Test
    void whoLogsOutIsOut() throws Exception {
        people.add("olga", "viewer");
        String cookie = people.cookie("olga");
        String second = people.cookie("olga");
        Requests.Answer out = people.https.send("POST", "/api/v1/logout", "", cookie);
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie").orElseThrow()).contains("=; ", "Max-Age=0", "Secure");
        assertThat(people.https.status("GET", "/api/v1/me", cookie)).isEqualTo(401);
        assertThat(people.https.status("GET", "/api/v1/me", second)).isEqualTo(200);
        // Who logs in again leaves no session behind.
        Requests.Answer again = people.https.send(
                "POST",
                "/api/v1/login",
                "{\"name\":\"olga\",\"password\":\"%s\"}".formatted(PeopleFixture.PASSWORD),
                second);
        assertThat(again.status()).isEqualTo(204);
        assertThat(people.https.status("GET", "/api/v1/me", second)).isEqualTo(401);
    }

    @Test
    void aBrowserWithALinkLogsOutForGood() throws Exception {
        String path = people.loopback
                .send("POST", "/api/v1/login-links", "", people.local)
                .json()
                .path("path")
                .asString();
        String cookie = Requests.cookie(people.loopback.send("GET", path, ""));
        assertThat(people.loopback
                        .send("GET", "/api/v1/me", "", cookie)
                        .json()
                        .path("kind")
                        .asString())
                .isEqualTo("local");
        assertThat(people.loopback.send("POST", "/api/v1/logout", "", cookie).status())
                .isEqualTo(204);
        assertThat(people.loopback.status("GET", "/api/v1/me", cookie)).isEqualTo(401);
        assertThat(people.loopback.send("GET", path, "").status()).isEqualTo(401);
    }

    @Test
    void wrongPasswordsAreSlowedAndTellNothing() throws Exception {
        people.add("otto", "viewer");
        String wrong = people.logIn("otto", "not the password").body();
        assertThat(people.logIn("nobody-at-all", "not the password").body()).isEqualTo(wrong);
        assertThat(people.logIn("otto", "x".repeat(1000)).body()).isEqualTo(wrong);
        for (int i = 0; i < 4; i++) {
            people.logIn("otto", "not the password");
        }
        Requests.Answer last = people.logIn("otto", "not the password");
        assertThat(last.status()).isEqualTo(429);
        assertThat(Long.parseLong(last.header("Retry-After").orElseThrow())).isBetween(1L, 60L);
        // Nor with the right one, for that time.
        assertThat(people.logIn("otto", PeopleFixture.PASSWORD).status()).isEqualTo(429);
        people.add("udo", "viewer");
        assertThat(people.logIn("udo", PeopleFixture.PASSWORD).status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> people.logIn("otto", PeopleFixture.PASSWORD).status() == 204);
        JsonNode refused = people.audit("user=otto&action=login");
        assertThat(refused.path(0).path("outcome").asString()).isEqualTo("done");
        assertThat(refused.toString()).contains("\"outcome\":\"refused\"").doesNotContain("not the password");
        assertThat(people.audit("action=login").toString()).doesNotContain("nobody-at-all");
    }

    /** A page of another site, of another port of this machine, or of a name that was bound to this machine anew. */
    @ParameterizedTest
    @CsvSource({
        "Origin: http://evil.test, 403",
        "Origin: null, 403",
        "Origin: http://HOST, 403",
        "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403",
        "Host: evil.test, 421",
        "Host: 127.0.0.2, 421",
        "Origin: https://HOST, 204",
        "Sec-Fetch-Site: same-origin, 204"
    })
    void pagesOfOthersCannotUseTheSession(String header, int expected) throws Exception {
        if (people.logIn("eve", PeopleFixture.PASSWORD).status() != 204) {
            people.add("eve", "admin");
        }
        String cookie = people.cookie("eve");
        String sent = header.replace("HOST", people.https.host());
        assertThat(people.https.send("POST", "/api/v1/logout", "", cookie, sent).status())
                .isEqualTo(expected);
        assertThat(people.https.status("GET", "/api/v1/me", cookie)).isEqualTo(expected == 204 ? 401 : 200);
        // Nor can they log a browser in as somebody else.
        Requests.Answer in = people.https.send(
                "POST",
                "/api/v1/login",
                "{\"name\":\"eve\",\"password\":\"%s\"}".formatted(PeopleFixture.PASSWORD),
                sent);
        assertThat(in.status()).isEqualTo(expected);
        assertThat(in.header("Set-Cookie").isPresent()).isEqualTo(expected == 204);
    }

    @Test
    void aChangedPasswordEndsAllOtherSessions() throws Exception {
        people.add("pia", "viewer");
        String own = people.cookie("pia");
        String other = people.cookie("pia");
        String change = "{\"old\":\"%s\",\"new\":\"%s\"}";
        assertThat(people.https
                        .send("PUT", "/api/v1/me/password", change.formatted("wrong password", OTHER), own)
                        .status())
                .isEqualTo(403);
        assertThat(people.https
                        .send("PUT", "/api/v1/me/password", change.formatted(PeopleFixture.PASSWORD, OTHER), own)
                        .status())
                .isEqualTo(204);
        assertThat(people.https.status("GET", "/api/v1/me", own)).isEqualTo(200);
        assertThat(people.https.status("GET", "/api/v1/me", other)).isEqualTo(401);
        assertThat(people.logIn("pia", PeopleFixture.PASSWORD).status()).isEqualTo(401);
        assertThat(people.logIn("pia", OTHER).status()).isEqualTo(204);
        assertThat(people.loopback
                        .send("PUT", "/api/v1/me/password", change.formatted("a", "b"), people.local)
                        .status())
                .isEqualTo(409);
    }

    /**
     * Somebody with a stolen password and session changes it while its owner uses a link: what the owner has set is not
     * lost.
     */
    @Test
    void ofTwoThatSetAPasswordAtTheSameTimeOneIsRefused() throws Exception {
        for (int i = 0; i < 5; i++) {
            String name = "ria" + i;
            people.add(name, "viewer");
            String session = people.cookie(name);
            String link = people.loopback
                    .send("POST", "/api/v1/users/" + name + "/password-links", "", people.local)
                    .json()
                    .path("passwordLink")
                    .asString();
            String code = link.substring(link.indexOf('=') + 1);
            FutureTask<Integer> change = new FutureTask<>(() -> people.https
                    .send(
                            "PUT",
                            "/api/v1/me/password",
                            "{\"old\":\"%s\",\"new\":\"%s\"}".formatted(PeopleFixture.PASSWORD, "that of the thief"),
                            session)
                    .status());
            Thread thief = new Thread(change, "thief");
            thief.start();
            int set = people.https
                    .send("POST", "/api/v1/passwords", "{\"code\":\"%s\",\"password\":\"%s\"}".formatted(code, OTHER))
                    .status();
            int changed = change.get(30, TimeUnit.SECONDS);
            assertThat(List.of(set, changed)).containsAnyOf(204).doesNotHaveDuplicates();
            assertThat(people.logIn(name, OTHER).status()).isEqualTo(set == 204 ? 204 : 401);
        }
    }

    @Test
    void tokensDoWhatTheirRoleAndThatOfTheirUserAllow() throws Exception {
        people.add("tom", "operator");
        String cookie = people.cookie("tom");
        Instant later = Instant.now().plusSeconds(1000);
        assertThat(people.https
                        .send(
                                "POST",
                                "/api/v1/tokens",
                                "{\"name\":\"b\",\"role\":\"admin\",\"expires\":\"" + later + "\"}",
                                cookie)
                        .body())
                .contains("role: admin (expected: at most operator");
        for (Instant wrong :
                List.of(Instant.now().minusSeconds(1), Instant.now().plus(Duration.ofDays(367)))) {
            assertThat(people.https
                            .send(
                                    "POST",
                                    "/api/v1/tokens",
                                    "{\"name\":\"b\",\"role\":\"viewer\",\"expires\":\"" + wrong + "\"}",
                                    cookie)
                            .status())
                    .isEqualTo(400);
        }
        String token = Requests.bearer(
                people.token(cookie, "operator", later).path("token").asString());
        assertThat(token).startsWith("Authorization: Bearer dmt_");
        JsonNode me = people.https.send("GET", "/api/v1/me", "", token).json();
        assertThat(me.toString())
                .startsWith(
                        "{\"name\":\"tom\",\"role\":\"operator\",\"kind\":\"token\",\"listener\":\"https\",\"hasPassword\":false,\"longestTokenDays\":365,\"may\":[");
        assertThat(people.https.status("POST", "/api/v1/runs/none/stop", token)).isEqualTo(404);
        assertThat(people.change("tom", "{\"role\":\"viewer\"}")).isEqualTo(200);
        assertThat(people.https.status("POST", "/api/v1/runs/none/stop", token)).isEqualTo(403);
        assertThat(people.change("tom", "{\"role\":\"admin\"}")).isEqualTo(200);
        // Its own role stays.
        assertThat(people.https.status("GET", "/api/v1/audit", token)).isEqualTo(403);
        assertThat(people.https.status("GET", "/api/v1/audit", cookie)).isEqualTo(200);
        People known = HttpsPort.part(people.server, People.class);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> known.tokens().stream().anyMatch(one -> one.usedAt() != null));
    }

    @Test
    void nobodyEndsOrSeesWhatIsOfOthers() throws Exception {
        people.add("ina", "operator");
        people.add("ida", "admin");
        String ina = people.cookie("ina");
        String ida = people.cookie("ida");
        String token = people.token(ida, "viewer", Instant.now().plusSeconds(99))
                .path("id")
                .asString();
        JsonNode own = people.https.send("GET", "/api/v1/logins", "", ina).json();
        assertThat(own).hasSize(1);
        assertThat(own.path(0).path("own").asBoolean()).isTrue();
        JsonNode all =
                people.https.send("GET", "/api/v1/logins?user=IDA", "", ida).json();
        assertThat(all).hasSize(1);
        String session = all.path(0).path("id").asString();
        assertThat(people.https
                        .send("DELETE", "/api/v1/logins/" + session, "", ina)
                        .status())
                .isEqualTo(404);
        assertThat(people.https.send("GET", "/api/v1/tokens", "", ina).json()).isEmpty();
        assertThat(people.https
                        .send("DELETE", "/api/v1/tokens/" + token, "", ina)
                        .status())
                .isEqualTo(404);
        // And nobody takes the own right by mistake.
        assertThat(people.https
                        .send("PUT", "/api/v1/users/ida", "{\"role\":\"viewer\"}", ida)
                        .status())
                .isEqualTo(409);
        assertThat(people.https.send("DELETE", "/api/v1/users/ida", "", ida).status())
                .isEqualTo(409);
        assertThat(people.https
                        .send(
                                "DELETE",
                                "/api/v1/logins/" + own.path(0).path("id").asString(),
                                "",
                                ida)
                        .status())
                .isEqualTo(204);
        assertThat(people.https.status("GET", "/api/v1/me", ina)).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"local", "metrics", "''", "a b", "<script>", "../x", "ann"})
    void namesAreCheckedAndUnique(String name) throws Exception {
        String body = "{\"name\":\"%s\",\"role\":\"viewer\",\"password\":\"%s\"}";
        people.loopback.send("POST", "/api/v1/users", body.formatted("ann", OTHER), people.local);
        assertThat(people.loopback
                        .send("POST", "/api/v1/users", body.formatted(name, OTHER), people.local)
                        .status())
                .isEqualTo(name.equals("ann") ? 409 : 400);
    }

    @Test
    void streamsEndWithWhatOpenedThem() throws Exception {
        for (String name : List.of("s1", "s2", "s3", "s4", "s5", "s6")) {
            people.add(name, "operator");
        }
        Map<String, Socket> ending = new LinkedHashMap<>();
        String events = "/api/v1/events";
        String session = people.cookie("s1");
        ending.put("session", people.https.stream(events, session));
        String owner = people.cookie("s2");
        JsonNode token = people.token(owner, "viewer", Instant.now().plusSeconds(999));
        ending.put(
                "token",
                people.https.stream(events, Requests.bearer(token.path("token").asString())));
        JsonNode short1 = people.token(owner, "viewer", Instant.now().plusSeconds(4));
        ending.put(
                "expired token",
                people.https.stream(events, Requests.bearer(short1.path("token").asString())));
        ending.put("disabled", people.https.stream(events, people.cookie("s3")));
        ending.put("removed", people.https.stream(events, people.cookie("s4")));
        ending.put("role", people.https.stream(events, people.cookie("s5")));
        Socket staying = people.https.stream(events, people.cookie("s6"));
        for (Socket socket : ending.values()) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        assertThat(people.https.send("POST", "/api/v1/logout", "", session).status())
                .isEqualTo(204);
        assertThat(people.https
                        .send("DELETE", "/api/v1/tokens/" + token.path("id").asString(), "", owner)
                        .status())
                .isEqualTo(204);
        assertThat(people.change("s3", "{\"disabled\":true}")).isEqualTo(200);
        assertThat(people.loopback
                        .send("DELETE", "/api/v1/users/s4", "", people.local)
                        .status())
                .isEqualTo(204);
        assertThat(people.change("s5", "{\"role\":\"scrape\"}")).isEqualTo(200);
        assertThat(people.change("s6", "{\"role\":\"viewer\"}")).isEqualTo(200);
        for (Map.Entry<String, Socket> one : ending.entrySet()) {
            one.getValue().setSoTimeout((int) ENDED.toMillis());
            assertThat(one.getValue().getInputStream().readAllBytes())
                    .as(one.getKey())
                    .isNotEmpty();
            one.getValue().close();
        }
        // A heartbeat of one that goes on.
        staying.setSoTimeout((int) ENDED.toMillis());
        byte[] read = new byte[1 << 16];
        await().atMost(ENDED)
                .until(() ->
                        new String(read, 0, staying.getInputStream().read(read), StandardCharsets.UTF_8).contains(":"));
        assertThat(staying.getInputStream().read()).isNotNegative();
        staying.close();
    }

    @Test
    void sessionsSurviveARestartAndANewSecretEndsThoseOfTheMachine(@TempDir Path other) throws Exception {
        String local;
        String person;
        URI first;
        PeopleFixture before = new PeopleFixture(other);
        try (before) {
            before.add("rita", "viewer");
            person = before.cookie("rita");
            String path = before.loopback
                    .send("POST", "/api/v1/login-links", "", before.local)
                    .json()
                    .path("path")
                    .asString();
            local = Requests.cookie(before.loopback.send("GET", path, ""));
            first = before.server.address();
            assertThat(before.loopback.status("GET", "/api/v1/me", local)).isEqualTo(200);
        }
        for (int expected : new int[] {200, 401}) {
            try (PeopleFixture after = new PeopleFixture(other)) {
                String port = "deskmeter-" + after.server.address().getPort();
                assertThat(after.loopback.status(
                                "GET", "/api/v1/me", local.replace("deskmeter-" + first.getPort(), port)))
                        .isEqualTo(expected);
                assertThat(after.https.status(
                                "GET",
                                "/api/v1/me",
                                person.replaceFirst(
                                        "deskmeter-[0-9]+",
                                        "deskmeter-" + after.https.server().getPort())))
                        .isEqualTo(200);
                Files.delete(after.server.tokenFile(TokenRole.ADMIN));
            }
        }
    }
}
