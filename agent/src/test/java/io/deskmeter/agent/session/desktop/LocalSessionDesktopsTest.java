package io.deskmeter.agent.session.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.ScriptedDesktop;
import io.deskmeter.agent.session.app.AppInstanceControl;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Content on disk: opening an application instance must not wait for it, because the same threads send the input of
 * other sessions.
 */
class LocalSessionDesktopsTest {
    @TempDir
    private Path folder;

    private final Queue<Runnable> disk = new ArrayDeque<>();

    @Test
    void contentIsCopiedByTheThreadsOfTheDiskAndNotByTheCaller() throws Exception {
        SessionDesktop place = sessionDesktops().start(0, 64, 48);
        CompletableFuture<AppInstanceControl> opening = place.open(workload("linux"), 1);

        assertThat(opening).isNotDone();
        assertThat(copy()).doesNotExist();
        disk.remove().run();
        assertThat(opening).isCompleted();
        assertThat(copy()).hasContent("text");
    }

    @Test
    void nothingIsCopiedAfterTheEndOfTheDesktop() throws Exception {
        SessionDesktop place = sessionDesktops().start(0, 64, 48);
        CompletableFuture<AppInstanceControl> opening = place.open(workload("linux"), 1);
        place.close();
        disk.remove().run();

        assertThat(opening).isCompletedExceptionally();
        assertThat(copy()).doesNotExist();
    }

    @Test
    void anApplicationWithoutACommandIsRefusedWithItsReason() throws Exception {
        CompletableFuture<AppInstanceControl> opening =
                sessionDesktops().start(0, 64, 48).open(workload("windows"), 1);
        disk.remove().run();

        assertThat(opening)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(StepException.class)
                .withMessageContaining("has no command for linux");
    }

    private Path copy() {
        return new ScriptedDesktop(folder).appInstances().resolve("app-1/report.odt");
    }

    private Workload workload(String platform) throws Exception {
        Path place = Files.createDirectories(folder.resolve("workload/content"));
        Files.writeString(place.resolve("report.odt"), "text");
        return new Workload(
                "office/writer",
                "Writer",
                "",
                new Application(Map.of(platform, List.of("office"))),
                List.of(),
                folder.resolve("workload"),
                "checksum");
    }

    private LocalSessionDesktops sessionDesktops() {
        return new LocalSessionDesktops(
                (session, width, height) -> new ScriptedDesktop(folder),
                (desktop, listener, executor) -> new CompletableFuture<>(),
                "linux",
                disk::add,
                System::nanoTime);
    }
}
