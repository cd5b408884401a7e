package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody has made ends with what it was made with, and nobody needs a role for what is one's own. */
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
        try (PeopleFixture people = new PeopleFixture(folder)) {
            token = Requests.bearer(people.loopback
                    .send("POST", "/api/v1/tokens", tokenOf("admin"), people.local)
                    .json()
                    .path("token")
                    .asString());
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(200);
        }
        try (PeopleFixture people = new PeopleFixture(folder)) {
            // A restart alone ends nothing.
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(200);
            Files.delete(people.server.tokenFile(TokenRole.ADMIN));
        }
        try (PeopleFixture people = new PeopleFixture(folder)) {
            assertThat(people.https.status("GET", "/api/v1/me", token)).isEqualTo(401);
            assertThat(people.loopback.status("GET", "/api/v1/me", token)).isEqualTo(401);
        }
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
}
