package io.deskmeter.agent.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who this agent is.
 *
 * @param id chosen once, kept in the state folder
 * @param instance new at every start
 * @param host what people call the machine
 */
public record AgentIdentity(String id, String instance, String host) {
    private static final String FILE = "agent-id";

    /** {@code ~/.local/state/deskmeter/agent}. */
    public static Path defaultState() {
        return Path.of(System.getProperty("user.home"), ".local", "state", "deskmeter", "agent");
    }

    /** The workloads that came with the program. */
    public static Path shippedWorkloads() {
        return Path.of(System.getProperty("deskmeter.home", "."), "workloads");
    }

    /** Reads the id, or chooses one. */
    public static AgentIdentity open(Path state, @Nullable String name) throws IOException {
        Path file = state.resolve(FILE);
        try {
            Files.createDirectories(state);
        } catch (IOException e) {
            throw new IOException("state: " + state + " (expected: a folder that can be written; " + e + ")", e);
        }
        if (!Files.exists(file)) {
            Files.writeString(file, UUID.randomUUID() + "\n");
        }
        String id = Files.readString(file).strip();
        if (id.isEmpty()) {
            throw new IOException(file + ": empty (expected: the agent's id; hint: remove the file to get a new one)");
        }
        return new AgentIdentity(id, UUID.randomUUID().toString(), name == null ? hostName() : name);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // Only a label: a machine that cannot resolve its own name still works.
            return "localhost";
        }
    }
}
