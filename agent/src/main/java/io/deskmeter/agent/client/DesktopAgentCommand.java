package io.deskmeter.agent.client;

import io.deskmeter.agent.DesktopAgentMain;
import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.link.tls.Fingerprint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command with which a client agent starts a desktop agent in a desktop that it has started, with the same Java and
 * the same program. Its ticket is all that the desktop agent needs to connect: it gets no secret of client agents, not
 * even the name of its file.
 *
 * @param controller {@code HOST:PORT} of the link
 * @param workloads that both have
 * @param accepted of them
 * @param authority of the controller, where the client agent has joined one; null without TLS
 */
record DesktopAgentCommand(
        String controller,
        Path workloads,
        AcceptedWorkloads accepted,
        @Nullable Fingerprint authority) {
    private static final Path STATE = Path.of("deskmeter-desktop");

    List<String> with(Path ticket) {
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
        command.addAll(List.of("--controller", controller, "--ticket-file", ticket.toString()));
        if (authority != null) {
            command.addAll(List.of("--authority", authority.text()));
        }
        accepted.list().ifPresent(list -> command.addAll(List.of(AcceptedWorkloads.OPTION, list.toString())));
        command.addAll(List.of("--workloads", workloads.toString(), "--state", STATE.toString()));
        return command;
    }
}
