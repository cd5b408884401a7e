package io.deskmeter.agent.client.identity;

import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinKey;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.MachineIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes this machine an agent of a controller, once: later starts use what the first one has stored. */
public final class Joining {
    private static final Logger LOG = LoggerFactory.getLogger(Joining.class);

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
            Path state, LinkAddress controller, Optional<JoinToken> token, String machine) throws IOException {
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
        return Optional.of(anew(state, controller, token.get(), machine));
    }

    /**
     * Joins, whatever the machine has. A program that is killed before it has stored the answer has not spent the token
     * for nothing: asked once more with the same key, the controller makes the machine the same agent.
     *
     * @param state existing folder; what it has is replaced when the machine has joined
     * @throws IOException as {@link #identity}
     */
    public static MachineIdentity anew(Path state, LinkAddress controller, JoinToken token, String machine)
            throws IOException {
        MachineIdentity.requireRoom(state);
        String host = controller.host().replaceAll("^\\[|]$", "");
        KeyPair keys = JoinKey.provide(state);
        MachineIdentity joined =
                MachineIdentity.store(state, EnrolmentClient.enrol(host, controller.port(), token, machine, keys));
        JoinKey.remove(state);
        LOG.info("has joined as agent {}", joined.agentId());
        return joined;
    }
}
