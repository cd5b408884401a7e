package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.testkit.postgres.PostgresServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL server that is suspended while a run goes on: it refuses nothing, and answers nothing. */
class HungStoreTest {
    /** An answer of the controller itself. */
    private static final Duration AT_ONCE = Duration.ofSeconds(3);
    /** Until the controller knows that the store does not answer, which takes 5 s. */
    private static final Duration KNOWN = Duration.ofSeconds(12);

    private static final Duration AGAIN = Duration.ofSeconds(40);

    @SuppressWarnings("NullAway.Init")
    private PostgresServer database;

    @SuppressWarnings("NullAway.Init")
    private SharedControllers controllers;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private LinkPeer agent;

    @SuppressWarnings("NullAway.Init")
    private String run;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        database = PostgresServer.start(false);
        controllers = new SharedControllers(folder, database.createDatabase());
        server = controllers.start(folder.resolve("data"));
        agent = controllers.working(server);
        run = SharedControllers.id(agent);
    }

    @AfterEach
    void close() throws Exception {
        database.resume();
        controllers.close();
        database.close();
    }

    private HttpResponse<String> atOnce(String method, String path) throws Exception {
        long asked = System.nanoTime();
        HttpResponse<String> response =
                method.equals("GET") ? controllers.get(server, path) : controllers.post(server, path);
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).as(path).isLessThan(AT_ONCE);
        return response;
    }

    private String stored() throws Exception {
        return controllers
                .texts("select state || ' ' || reasons from run where id = '" + run + "'")
                .get(0);
    }

    private void agentEndsTheRun() {
        agent.send(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(run))
                .build());
    }

    @Test
    void abortEndsTheSessionsAtOnceAndIsStoredLater() throws Exception {
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
    }

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
