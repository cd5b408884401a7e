package io.deskmeter.agent.client;

import io.deskmeter.agent.DesktopAgentMain;
import io.deskmeter.link.access.TokenSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command with which a client agent starts a desktop agent in a desktop that it has started, with the same Java and the same program.
 *
 * @param controller {@code HOST:PORT} of the link
 * @param workloads that both have
 * @param token the secret of both
 */
record DesktopAgentCommand(String controller, Path workloads, TokenSource token) {
    private static final Path STATE = Path.of("deskmeter-desktop");

    List<String> with(String ticket) {
        Path home = Path.of(System.getProperty("deskmeter.home", "."));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+ExitOnOutOfMemoryError");
        Path arguments = home.resolve("agent").resolve("desktop-jvm.args");
        if (Files.exists(arguments)) {
            command.add("@" + arguments);
        }
        command.add("-Ddeskmeter.home=" + home);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DesktopAgentMain.class.getName()));
        command.addAll(List.of("--controller", controller, "--ticket", ticket));
        Path tokenFile = token.file();
        if (tokenFile != null) {
            command.addAll(List.of("--token-file", tokenFile.toString()));
        }
        command.addAll(List.of("--workloads", workloads.toString(), "--state", STATE.toString()));
        return command;
    }
}
