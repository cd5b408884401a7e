package io.deskmeter.bench.controller;

import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How simulated agents prove to a controller who they are: by its secret for agents of this machine, or by
 * certificates, with TLS, as agents of other machines.
 */
public final class AgentAccess {
    private final InetSocketAddress controller;
    private final Path tokenFile;
    private final Optional<JoinToken> join;

    private AgentAccess(InetSocketAddress controller, Path tokenFile, Optional<JoinToken> join) {
        this.controller = controller;
        this.tokenFile = tokenFile;
        this.join = join;
    }

    /** With the secret for agents. */
    public static AgentAccess token(ControllerProcess controller) {
        return new AgentAccess(controller.link(), controller.agentToken(), Optional.empty());
    }

    /**
     * With certificates.
     *
     * @param controller started with {@link ControllerProcess#FOR_MACHINES}
     * @param agents the number that may join
     */
    public static AgentAccess certificates(ControllerProcess controller, int agents)
            throws IOException, InterruptedException {
        return new AgentAccess(
                controller.machines(),
                controller.agentToken(),
                Optional.of(JoinToken.parse(controller.api().joinToken(agents))));
    }

    /**
     * What an agent knows of itself.
     *
     * @param id by which it is known
     */
    public record Admitted(String id, LinkClientSettings settings) {}

    /** Where agents connect, unless there is a line between. */
    public InetSocketAddress controller() {
        return controller;
    }

    /**
     * Admits an agent of this process, which joins if it has to.
     *
     * @param at where it connects
     * @param state its folder
     * @param name its id, unless the controller gives it another one
     */
    public Admitted admit(InetSocketAddress at, Path state, String name) throws IOException {
        LinkClientSettings plain = LinkClientSettings.to(at.getHostString(), at.getPort());
        if (join.isEmpty()) {
            return new Admitted(name, plain.withToken(TokenSource.of(tokenFile)));
        }
        Files.createDirectories(state);
        MachineIdentity joined =
                MachineIdentity.store(state, EnrolmentClient.enrol(at.getHostString(), at.getPort(), join.get(), name));
        return new Admitted(joined.agentId(), plain.withTls(LinkTls.agent(joined::current)));
    }

    /** The same for an agent in a process of its own. */
    public List<String> options() {
        return join.map(token -> List.of("--join", token.text()))
                .orElseGet(() -> List.of("--token-file", tokenFile.toString()));
    }
}
