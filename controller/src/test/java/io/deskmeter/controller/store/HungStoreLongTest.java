package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.store.lease.ControllerLease;
import io.deskmeter.link.v1.FromController;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same for minutes: a stop, a lease that ends. */
class HungStoreLongTest extends HungStoreFixture {
    @Test
    void stopEndsTheSessionsSoonAndIsStoredLater() throws Exception {
        database.suspend();
        assertThat(atOnce("POST", "/api/v1/runs/" + run + "/stop").statusCode()).isEqualTo(202);
        await().atMost(KNOWN)
                .untilAsserted(() -> assertThat(agent.received()).anyMatch(FromController::hasStopSession));
        assertThat(atOnce("POST", "/api/v1/runs/" + run + "/abort").statusCode())
                .isEqualTo(202);
        SharedControllers.awaitEndOfRun(agent, KNOWN);
        agentEndsTheRun();
        database.resume();
        await().atMost(AGAIN).untilAsserted(() -> assertThat(stored()).startsWith("STOPPED [\"stopped on request\""));
    }

    @Test
    void aControllerWithoutALeaseEndsItsRunsAndSaysSo() throws Exception {
        database.suspend();
        SharedControllers.awaitEndOfRun(agent, ControllerLease.TERM.plus(AT_ONCE));
        assertThat(atOnce("GET", "/actuator/health/liveness").statusCode()).isEqualTo(503);
        assertThat(atOnce("POST", "/api/v1/runs/" + run + "/abort").statusCode())
                .isEqualTo(202);
        agentEndsTheRun();
        database.resume();
        await().atMost(AGAIN)
                .untilAsserted(() -> assertThat(stored())
                        .startsWith("INVALID [\"the lease of this controller, ")
                        .contains("was not renewed for more than 40 s"));
        await().atMost(AGAIN)
                .untilAsserted(() -> assertThat(
                                atOnce("GET", "/actuator/health/liveness").statusCode())
                        .isEqualTo(200));
        assertThat(controllers.begin(server).statusCode()).isEqualTo(201);
    }

    /** Its connections last, so a time-out must end the waiting. */
    @Test
    void aStartWithAStoreThatHangsEndsWithTheReason(@TempDir Path other) throws Exception {
        database.suspend();
        long began = System.nanoTime();
        assertThatThrownBy(() -> controllers.start(other.resolve("data")))
                .isInstanceOf(ControllerServer.StartException.class)
                .hasMessageContaining("cannot connect")
                .hasMessageContaining("(expected: ");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(25));
    }
}
