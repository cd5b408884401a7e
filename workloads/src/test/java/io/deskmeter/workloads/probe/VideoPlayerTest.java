package io.deskmeter.workloads.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a shell as the player. */
class VideoPlayerTest {
    private static final Rectangle PLACE = new Rectangle(240, 300, 640, 360);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void thePlayerIsToldItsPlaceAndItsExitCodeIsTold() throws Exception {
        Path told = folder.resolve("place");
        CompletableFuture<Integer> code = new CompletableFuture<>();
        try (VideoPlayer player =
                VideoPlayer.start(List.of("sh", "-c", "echo --at={place} > '" + told + "'; exit 3"), PLACE)) {
            player.whenEnded(code::complete);
            assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(3);
        }
        assertThat(told).hasContent("--at=640x360+240+300");
    }

    @Test
    void aPlayerThatIsClosedEndsAndIsNoNews() throws Exception {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
        List<ProcessHandle> started;
        try (VideoPlayer player = VideoPlayer.start(List.of("tail", "-f", "/dev/null"), PLACE)) {
            player.whenEnded(code::complete);
            started = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .toList();
            assertThat(started).hasSize(1).allMatch(ProcessHandle::isAlive);
        }
        assertThat(started).noneMatch(ProcessHandle::isAlive);
        assertThat(code).isNotDone();
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> VideoPlayer.start(List.of("no-such-player"), PLACE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-player");
    }
}
