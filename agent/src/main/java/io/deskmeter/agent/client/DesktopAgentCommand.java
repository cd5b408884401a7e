package io.deskmeter.agent.client;

import io.deskmeter.agent.DesktopAgentMain;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.tls.DesktopGrants;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.MachineIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The command with which a client agent starts a desktop agent in a desktop that it has started, with the same Java and the same program.
 *
 * @param controller {@code HOST:PORT} of the link
 * @param workloads that both have
 * @param token the secret of both, where there are no certificates
 * @param identity of the client agent, which answers for the desktop agents that it starts; null where there are no certificates
 * @param state folder of the client agent, for files that only its user can read
 */
record DesktopAgentCommand(
        String controller,
        Path workloads,
        TokenSource token,
        @Nullable MachineIdentity identity,
        Path state) {
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
        if (identity != null) {
            command.addAll(List.of(
                    "--authority",
                    Fingerprint.of(identity.current().authority()).text(),
                    "--grant-file",
                    grant(identity, ticket).toString()));
        } else if (tokenFile != null) {
            command.addAll(List.of("--token-file", tokenFile.toString()));
        }
        command.addAll(List.of("--workloads", workloads.toString(), "--state", STATE.toString()));
        return command;
    }

    /** The desktop agent removes the file when it has read it. */
    private Path grant(MachineIdentity clientAgent, String ticket) {
        Path file = state.resolve("grant-" + UUID.randomUUID());
        try {
            boolean unused = AtomicFile.createPrivate(
                    file, DesktopGrants.of(clientAgent.current(), ticket).toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
