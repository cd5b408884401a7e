package io.deskmeter.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDesktopTargetTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    /** Reproducer: the ticket was an argument of the desktop agent, which all users of the machine can see. */
    @Test
    void theTicketIsInAFileOfThisUserOnly() throws Exception {
        Recording desktop = new Recording(home);
        LocalDesktopTarget target = new LocalDesktopTarget(
                0,
                800,
                600,
                (session, width, height) -> desktop,
                (started, listener, executor) -> {
                    throw new AssertionError("no display is asked for");
                },
                file -> List.of("agent", "--ticket-file", file.toString()));
        assertThatThrownBy(target::begin).hasMessage("nothing is started here");
        String ticket = target.wanted().getTicket();
        assertThat(ticket).hasSizeGreaterThan(30);
        assertThat(desktop.launched).noneMatch(argument -> argument.contains(ticket));
        Path file = Path.of(desktop.launched.get(2));
        assertThat(Files.readString(file)).isEqualTo(ticket);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    /** A desktop without a display, which keeps what is started on it. */
    private static final class Recording implements Desktop {
        private final Path home;
        private final List<String> launched = new ArrayList<>();

        Recording(Path home) {
            this.home = home;
        }

        @Override
        public Path rfbSocket() {
            throw new AssertionError("no display is asked for");
        }

        @Override
        public Path home() {
            return home;
        }

        @Override
        public int width() {
            return 800;
        }

        @Override
        public int height() {
            return 600;
        }

        @Override
        public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
            launched.addAll(command);
            // Nobody asks how it goes on.
            throw new DesktopException("nothing is started here");
        }

        @Override
        public boolean alive() {
            return true;
        }

        @Override
        public void close() {
            // Nothing was started.
        }
    }
}
