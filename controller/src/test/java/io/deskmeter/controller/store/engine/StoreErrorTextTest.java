package io.deskmeter.controller.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Databases repeat the rows and values that they refuse; answers and logs never do. */
@Tag("slow")
class StoreErrorTextTest {
    /** A row with it stands for one with a host, an account or a workload's text. */
    private static final String VALUE = "hunter2";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Through the real REST interface: the answer, the health and all that is written to the log. */
    @Test
    void postgresqlsDetailsAreInNoAnswerAndNoLog() throws Exception {
        String url;
        try (Opened opened = TestDatabase.POSTGRESQL.open(folder.resolve("prepared"))) {
            url = opened.location.jdbcUrl();
            opened.jdbc.execute(
                    "alter table run_profile add constraint no_value check (yaml not like '%" + VALUE + "%')");
        }
        refused(StoreLocation.postgresql(url, null), "23514");
    }

    @Test
    void valuesOfH2AreInNoAnswerAndNoLog() throws Exception {
        try (Opened opened = TestDatabase.H2.open(folder.resolve("data"))) {
            opened.jdbc.execute("alter table run_profile alter column yaml varchar(20)");
        }
        refused(null, "22001");
    }

    private void refused(@Nullable StoreLocation location, String state) throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        ControllerSettings settings =
                ControllerSettings.of(folder.resolve("data"), workloads).withStore(location);
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        try (ControllerServer server = ControllerServer.start(settings)) {
            root.addAppender(written);
            HttpResponse<String> refused = Clients.of(() -> server)
                    .send(
                            HttpRequest.newBuilder(server.address().resolve("/api/v1/run-profiles/mine"))
                                    .header("Content-Type", "application/yaml")
                                    .PUT(BodyPublishers.ofString(
                                            "# " + VALUE + "\n" + SampleRoot.PROFILE.replaceFirst("(?m)^id:.*\n", "")))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(500);
            assertThat(refused.body()).contains(state, "(expected: ", "hint: ").doesNotContain(VALUE);
            HttpResponse<String> health = Clients.of(() -> server)
                    .send(
                            HttpRequest.newBuilder(server.address().resolve("/actuator/health"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(health.body()).doesNotContain(VALUE);
        } finally {
            root.detachAppender(written);
        }
        String log = written.list.stream()
                .map(event ->
                        event.getFormattedMessage() + "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .collect(Collectors.joining("\n"));
        assertThat(log).contains(state).doesNotContain(VALUE);
    }
}
