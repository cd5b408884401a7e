package io.deskmeter.agent.client.identity;

import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this agent.
 *
 * @param id chosen once, stored in the state folder
 * @param instance new at every start
 * @param host name of the machine, for display
 * @param labels that run profiles can select
 * @param sessionLimit most sessions that it takes at a time; 0 for no limit
 */
public record AgentIdentity(String id, String instance, String host, List<String> labels, int sessionLimit) {
    private static final String FILE = "agent-id";
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public AgentIdentity {
        labels = List.copyOf(labels);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw new IllegalArgumentException(
                        "label: " + label + " (expected: a name of letters, digits, `.`, `_` and `-`)");
            }
        }
        if (sessionLimit < 0) {
            throw new IllegalArgumentException(
                    "sessions: " + sessionLimit + " (expected: at least 1, or 0 for no limit)");
        }
    }

    /** The built-in workloads. */
    public static Path shippedWorkloads() {
        return Path.of(System.getProperty("deskmeter.home", "."), "workloads");
    }

    /**
     * The source of its secret.
     *
     * @param option the file of the command line
     * @throws IllegalArgumentException if a file is named that cannot be read
     */
    public static TokenSource token(@Nullable Path option, TokenRole role, LinkAddress controller) {
        String data = System.getProperty("deskmeter.data", "");
        Path folder = data.isEmpty() ? Path.of(System.getProperty("deskmeter.home", "."), "data") : Path.of(data);
        return TokenSource.find(option, System.getenv(), folder.resolve(role.file()), controller.host());
    }

    /** Reads the id, or creates one. */
    public static AgentIdentity open(
            PrivateFiles files, Path state, @Nullable String name, List<String> labels, int sessionLimit)
            throws IOException {
        Path file = state.resolve(FILE);
        try {
            files.provideFolder(state, FILE);
        } catch (IOException e) {
            throw new IOException(
                    "state: " + state + " (expected: a folder that can be written; " + FaultText.reason(e) + ")", e);
        }
        if (!Files.exists(file)) {
            AtomicFile.createPrivate(file, (UUID.randomUUID() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        String id = Files.readString(file).strip();
        if (id.isEmpty()) {
            throw new IOException(file + ": empty (expected: the agent's id; hint: remove the file to get a new one)");
        }
        return new AgentIdentity(
                id, UUID.randomUUID().toString(), name == null ? hostName() : name, labels, sessionLimit);
    }

    /** The name of this machine, for display. */
    public static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // Only a label: a machine that cannot resolve its own name still works.
            return "localhost";
        }
    }

    /** The same with the id that a controller gave. */
    public AgentIdentity withId(String given) {
        return new AgentIdentity(given, instance, host, labels, sessionLimit);
    }
}
