package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.RunEnded;
import io.deskmeter.testsupport.postgres.PostgresServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A controller whose PostgreSQL stops answering ({@code SIGSTOP}) while a run works. */
abstract class HungStoreFixture {
    /** An answer of the controller itself. */
    static final Duration AT_ONCE = Duration.ofSeconds(3);
    /** Until the controller knows that the store does not answer, which takes 5 s. */
    static final Duration KNOWN = Duration.ofSeconds(12);

    static final Duration AGAIN = Duration.ofSeconds(40);

    @SuppressWarnings("NullAway.Init")
    PostgresServer database;

    @SuppressWarnings("NullAway.Init")
    SharedControllers controllers;

    @SuppressWarnings("NullAway.Init")
    ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    LinkPeer agent;

    @SuppressWarnings("NullAway.Init")
    String run;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        database = PostgresServer.start(false);
        controllers = new SharedControllers(folder, database.createDatabase());
        server = controllers.start(
                folder.resolve("data"),
                new RemoteSettings(new MachineListener("127.0.0.1", 0, List.of()), false, null, null, null, null));
        agent = controllers.working(server);
        run = SharedControllers.id(agent);
    }

    @AfterEach
    void close() throws Exception {
        database.resume();
        controllers.close();
        database.close();
    }

    HttpResponse<String> atOnce(String method, String path) throws Exception {
        long asked = System.nanoTime();
        HttpResponse<String> response =
                method.equals("GET") ? controllers.get(server, path) : controllers.post(server, path);
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).as(path).isLessThan(AT_ONCE);
        return response;
    }

    String stored() throws Exception {
        return controllers
                .texts("select state || ' ' || reasons from run where id = '" + run + "'")
                .get(0);
    }

    void agentEndsTheRun() {
        agent.send(FromAgent.newBuilder()
                .setRunEnded(RunEnded.newBuilder().setRunId(run))
                .build());
    }
}
