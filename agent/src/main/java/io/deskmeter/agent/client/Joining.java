package io.deskmeter.agent.client;

import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes this machine an agent of a controller, once: later starts use what the first one has stored. */
public final class Joining {
    private static final Logger LOG = LoggerFactory.getLogger(Joining.class);
    private static final int LONGEST = 1000;
    private static final String STANDARD_INPUT = "-";

    private Joining() {}

    /**
     * The identity with which this agent connects; empty if it has never joined a controller.
     *
     * @param state existing folder
     * @param token with which it joins if it has not; empty without one
     * @param machine name of this machine, for display
     * @throws IOException if the machine cannot join; the message is for display
     */
    public static Optional<MachineIdentity> identity(
            Path state, ControllerAddress controller, Optional<JoinToken> token, String machine) throws IOException {
        Optional<MachineIdentity> stored = MachineIdentity.read(state);
        if (token.isEmpty()) {
            return stored;
        }
        if (stored.isPresent()
                && Fingerprint.of(stored.get().current().authority())
                        .equals(token.get().authority())
                && !stored.get().hasEnded()) {
            // The same command line after a restart, when the token has long been spent. To join anew, remove the file.
            LOG.info(
                    "has joined already as agent {}; the join token is not used (hint: to join anew, remove {})",
                    stored.get().agentId(),
                    state.resolve(MachineIdentity.FILE));
            return stored;
        }
        MachineIdentity.requireRoom(state);
        String host = controller.host().replaceAll("^\\[|]$", "");
        MachineIdentity joined =
                MachineIdentity.store(state, EnrolmentClient.enrol(host, controller.port(), token.get(), machine));
        LOG.info("has joined as agent {}", joined.agentId());
        return Optional.of(joined);
    }

    /** Ends with the line: a person who types it does not end the input. */
    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n' && line.length() < LONGEST; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    /**
     * The join token of a command line.
     *
     * @param join its text, or {@code -} for a line of standard input; null without one
     * @param file with a join token; null without one
     * @throws IOException if it cannot be read
     */
    public static Optional<JoinToken> token(@Nullable String join, @Nullable Path file) throws IOException {
        if (join != null && file != null) {
            throw new IllegalArgumentException("--join and --join-file (expected: one of them)");
        }
        if (file != null) {
            if (Files.size(file) > LONGEST) {
                throw new IllegalArgumentException(
                        "--join-file: " + file + " has " + Files.size(file) + " bytes (expected: a join token)");
            }
            return Optional.of(JoinToken.parse(Files.readString(file)));
        }
        if (STANDARD_INPUT.equals(join)) {
            return Optional.of(JoinToken.parse(line(System.in)));
        }
        return Optional.ofNullable(join).map(JoinToken::parse);
    }
}
