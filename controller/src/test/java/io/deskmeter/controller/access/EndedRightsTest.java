package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody has made ends with what it was made with, and nobody needs a role for what is one's own. */
@Tag("slow")
class EndedRightsTest {
    private static String tokenOf(String role) {
        return "{\"name\":\"a build\",\"role\":\"%s\",\"expires\":\"%s\"}"
                .formatted(role, Instant.now().plusSeconds(9999));
    }

    @Test
    void everyRoleLogsOut(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder)) {
            for (String role : new String[] {"scrape", "viewer", "operator", "admin"}) {
                people.add(role, role);
                String cookie = people.cookie(role);
                assertThat(people.https
                                .send("POST", "/api/v1/logout", "", cookie)
                                .status())
                        .as(role)
                        .isEqualTo(204);
                assertThat(people.https.status("GET", "/actuator/health", cookie))
                        .as(role)
                        .isEqualTo(401);
            }
        }
    }

    /** Whoever has lost a role may still end what it was used with. */
    @Test
    void somebodyWithTheLeastRoleEndsTheOwnSessions(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder)) {
            people.add("sam", "operator");
            String stolen = people.cookie("sam");
            String sam = people.cookie("sam");
            assertThat(people.change("sam", "{\"role\":\"scrape\"}")).isEqualTo(200);
            assertThat(people.https.send("GET", "/api/v1/logins", "", sam).json())
                    .hasSize(2);
            assertThat(people.https
                            .send(
                                    "PUT",
                                    "/api/v1/me/password",
                                    "{\"old\":\"%s\",\"new\":\"another fine password\"}"
                                            .formatted(PeopleFixture.PASSWORD),
                                    sam)
                            .status())
                    .isEqualTo(204);
            assertThat(people.https.status("GET", "/actuator/health", stolen)).isEqualTo(401);
        }
    }

    /** Whoever has read a secret file once has no more than that secret. */
    @Test
    void aNewSecretOfTheMachineEndsWhatWasMadeWithTheOldOne(@TempDir Path folder) throws Exception {
        String token;
        String code;
        try (PeopleFixture people = new PeopleFixture(folder)) {
            token = Requests.bearer(people.loopback
                    .send("POST", "/api/v1/tokens", tokenOf("admin"), people.local)
                    .json()
                    .path("token")
                    .asString());
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(200);
            code = code(people.loopback.send(
                    "POST", "/api/v1/users", "{\"name\":\"new\",\"role\":\"admin\"}", people.local));
        }
        try (PeopleFixture people = new PeopleFixture(folder)) {
            // A restart alone ends nothing.
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(200);
            Files.delete(people.server.tokenFile(TokenRole.ADMIN));
        }
        try (PeopleFixture people = new PeopleFixture(folder)) {
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(401);
            assertThat(people.loopback.status("GET", "/api/v1/me", token)).isEqualTo(401);
            assertThat(setPassword(people, code)).isEqualTo(404);
        }
    }

    private static String code(Requests.Answer answer) {
        String link = answer.json().findPath("passwordLink").asString();
        assertThat(link).as(answer.body()).contains("code=");
        return link.substring(link.indexOf('=') + 1);
    }

    private static int setPassword(PeopleFixture people, String code) throws IOException {
        return people.https
                .send(
                        "POST",
                        "/api/v1/passwords",
                        "{\"code\":\"%s\",\"password\":\"first password of mine\"}".formatted(code))
                .status();
    }

    @Test
    void noTokenMakesJoinTokens(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder)) {
            String token = Requests.bearer(people.loopback
                    .send("POST", "/api/v1/tokens", tokenOf("admin"), people.local)
                    .json()
                    .path("token")
                    .asString());
            String wanted = "{\"machines\":100,\"validSeconds\":600000}";
            assertThat(people.https
                            .send("POST", "/api/v1/enrolments", wanted, token)
                            .status())
                    .isEqualTo(403);
            // This controller has no port for machines, which is what an administrator is told.
            assertThat(people.loopback
                            .send("POST", "/api/v1/enrolments", wanted, people.local)
                            .status())
                    .isEqualTo(409);
            assertThat(people.https.status("GET", "/api/v1/enrolments", token)).isEqualTo(200);
        }
    }

    /** Of a user whose role has changed, or who was disabled; and of who has made it. */
    @ParameterizedTest
    @CsvSource({"new,role,viewer", "new,role,admin", "new,disabled,true", "maker,role,operator", "maker,disabled,true"})
    void aPasswordLinkEndsWithWhatItWasMadeFor(String whose, String what, String value, @TempDir Path folder)
            throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder)) {
            people.add("maker", "admin");
            String maker = people.cookie("maker");
            Requests.Answer added =
                    people.https.send("POST", "/api/v1/users", "{\"name\":\"new\",\"role\":\"operator\"}", maker);
            String change = "{\"%s\":%s}".formatted(what, what.equals("role") ? "\"" + value + "\"" : value);
            assertThat(people.change(whose, change)).isEqualTo(200);
            assertThat(setPassword(people, code(added))).isEqualTo(404);
            // The next one is for the user as he is now.
            Requests.Answer again = people.loopback.send("POST", "/api/v1/users/new/password-links", "", people.local);
            if (!whose.equals("new") || what.equals("role")) {
                assertThat(setPassword(people, code(again))).isEqualTo(204);
            } else {
                assertThat(again.status()).isEqualTo(409);
            }
        }
    }
}
