package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.access.Token;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store that does not answer, and a run that is ended meanwhile. */
@Tag("slow")
class HungStoreTest extends HungStoreFixture {
    @Test
    void abortEndsTheSessionsAtOnceAndIsStoredLater() throws Exception {
        String address = server.machineAddress().orElseThrow();
        int machines = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        JoinToken token = new JoinToken(Fingerprint.parse(server.authority()), Token.random());
        database.suspend();
        assertThat(atOnce("POST", "/api/v1/runs/" + run + "/abort").statusCode())
                .isEqualTo(202);
        SharedControllers.awaitEndOfRun(agent, AT_ONCE);
        await().atMost(KNOWN).untilAsserted(() -> {
            HttpResponse<String> ready = atOnce("GET", "/actuator/health/readiness");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("does not answer");
        });
        HttpResponse<String> other = controllers.begin(server);
        assertThat(other.statusCode()).as(other.body()).isEqualTo(503);
        // Reproducer: "an internal error", and no entry in the audit log.
        assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", machines, token, "hung"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the controller cannot store the machine: ")
                .hasMessageContaining("hint: try again later");
        agentEndsTheRun();
        await().atMost(AGAIN)
                .untilAsserted(() -> assertThat(
                                controllers.get(server, "/api/v1/runs/" + run).statusCode())
                        .as("no run is on its way")
                        .isEqualTo(503));
        database.resume();
        await().atMost(AGAIN).untilAsserted(() -> assertThat(stored()).startsWith("STOPPED [\"aborted on request\""));
        await().atMost(AGAIN)
                .untilAsserted(() -> assertThat(
                                atOnce("GET", "/actuator/health/readiness").statusCode())
                        .isEqualTo(200));
        assertThat(atOnce("GET", "/actuator/health/readiness").body())
                .as("a store that does not answer is no fault of the controller")
                .contains("\"faults\":{\"details\":{\"count\":0}");
        assertThat(controllers.begin(server).statusCode()).isEqualTo(201);
        assertThat(controllers.get(server, "/api/v1/audit?action=agent.join").body())
                .contains("\"outcome\":\"refused\"", "the controller cannot store the machine");
    }
}
