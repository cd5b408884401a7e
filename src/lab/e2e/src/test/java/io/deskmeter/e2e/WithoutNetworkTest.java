package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.XServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WithoutNetworkTest {
    private static final List<String> X_SERVER =
            List.of("Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "320x200x24");

    @Test
    void anXServerInsideLeavesTheDisplaysOutsideAlone() throws Exception {
        Process outside = start(X_SERVER);
        try {
            Path socket = XServer.socket(display(outside));
            Object before = Files.readAttributes(socket, "unix:ino").get("ino");
            Process inside = start(WithoutNetwork.around(X_SERVER));
            try {
                display(inside);
                assertThat(Files.readAttributes(socket, "unix:ino").get("ino")).isEqualTo(before);
            } finally {
                inside.destroy();
                inside.waitFor();
            }
            assertThat(socket).exists();
        } finally {
            outside.destroy();
            outside.waitFor();
        }
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The number that the server writes once it listens. */
    private static int display(Process server) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        assertThat(line).as("the number of a display").isNotNull();
        return Integer.parseInt(line.strip());
    }
}
