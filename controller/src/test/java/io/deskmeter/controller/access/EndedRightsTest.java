package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody has made ends with what it was made with, and nobody needs a role for what is one's own. */
class EndedRightsTest {
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
}
