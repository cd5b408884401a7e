package io.deskmeter.screen.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XServerTest {
    /** A display number that no X server chooses by itself. */
    private static final int FREE = 59_000;

    @TempDir
    private Path folder;

    /**
     * A program that says that it has display {@link #FREE} and listens nowhere, as long as the file "unreachable" is
     * there; then it is a real server.
     */
    private void program() throws IOException {
        Path script = Files.writeString(folder.resolve("server"), """
                #!/bin/sh
                echo started >> starts
                if [ -e unreachable ]; then
                    [ -e always ] || rm unreachable
                    echo %d
                    exec sleep 600
                fi
                exec Xvfb "$@"
                """.formatted(FREE));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.createFile(folder.resolve("unreachable"));
    }

    private XServer start() throws ProgramException, IOException {
        String path = folder + ":" + System.getenv("PATH");
        return XServer.start(
                new SearchPath(path),
                List.of("server"),
                Map.of("PATH", path),
                folder,
                new XServer.Paths(folder.resolve("display"), folder.resolve("authority"), folder.resolve("log")));
    }

    private List<String> starts() throws IOException {
        return Files.readAllLines(folder.resolve("starts"));
    }

    @Test
    void aServerWhoseSocketIsGoneIsStartedAgain() throws Exception {
        program();
        XServer server = start();
        try {
            assertThat(server.display()).isNotEqualTo(FREE);
            assertThat(UnixSockets.answers(XServer.socket(server.display()))).isTrue();
            assertThat(starts()).hasSize(2);
        } finally {
            server.process().end(5_000);
        }
    }

    @Test
    void aServerThatNobodyCanEverReachIsAnErrorAndDoesNotStay() throws Exception {
        program();
        Files.createFile(folder.resolve("always"));
        assertThatThrownBy(this::start)
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("server: nobody listens on /tmp/.X11-unix/X" + FREE)
                .hasMessageContaining("after 3 starts");
        assertThat(starts()).hasSize(3);
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(process -> process.info().commandLine().orElse("").endsWith("sleep 600"));
    }
}
