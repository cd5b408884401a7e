package io.deskmeter.agent.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.platform.Platforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopPartsTest {
    @TempDir
    private Path temporary;

    @Test
    void a_missing_program_is_named_with_the_search_path() throws DesktopException {
        try (LocalDesktops desktops =
                LocalDesktops.open(Platforms.here(), temporary.resolve("state"), temporary.toString())) {
            assertThatThrownBy(() -> desktops.start(0, 640, 480))
                    .isInstanceOf(DesktopException.class)
                    .hasMessage("Xvnc: not found on PATH (expected: an executable in one of " + temporary
                            + "; hint: ./deskmeter doctor)");
        }
    }

    @Test
    void a_server_that_exits_immediately_is_quoted_and_leaves_nothing() throws Exception {
        script("Xvnc", "echo 'cannot read fonts' >&2; exit 3");
        script("openbox", "exit 0");
        String path = temporary + ":" + System.getenv("PATH");
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), temporary.resolve("state"), path)) {
            assertThatThrownBy(() -> desktops.start(0, 640, 480))
                    .isInstanceOf(DesktopException.class)
                    .hasMessageContaining("Xvnc: exited with 3")
                    .hasMessageContaining("cannot read fonts");
            assertThat(temporary.resolve("state/s")).isEmptyDirectory();
        }
    }

    private void script(String name, String body) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void a_state_folder_too_deep_for_a_socket_is_refused() throws Exception {
        Path deep = temporary.resolve("d".repeat(100));
        script("Xvnc", "exit 0");
        script("openbox", "exit 0");
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), deep, temporary.toString())) {
            assertThatThrownBy(() -> desktops.start(0, 640, 480))
                    .isInstanceOf(DesktopException.class)
                    .hasMessageContaining("(expected: <= 106; hint: a shorter state folder)");
        }
    }

    @Test
    void the_size_is_checked() throws DesktopException {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), temporary)) {
            assertThatThrownBy(() -> desktops.start(0, 100, 480))
                    .hasMessage("width: 100 (expected: 320 to 8192 pixels)");
        }
    }

    @Test
    void a_state_folder_can_be_opened_once_at_a_time() throws DesktopException {
        try (LocalDesktops first = LocalDesktops.open(Platforms.here(), temporary)) {
            assertThat(first.leftovers().none()).isTrue();
            assertThatThrownBy(() -> LocalDesktops.open(Platforms.here(), temporary))
                    .hasMessageContaining("is held by another agent");
        }
        LocalDesktops.open(Platforms.here(), temporary).close();
    }
}
