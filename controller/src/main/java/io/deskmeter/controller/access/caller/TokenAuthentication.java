package io.deskmeter.controller.access.caller;

import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.deskmeter.link.v1.Hello;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Tells who an agent is by the secret that it sends. The secret proves the role; agents of one role share it, so within
 * a role an id is as good as it is hard to guess. A desktop agent that a client agent has started needs no secret: its
 * ticket admits it while its run lasts. No id ever changes its role.
 */
public final class TokenAuthentication implements PeerAuthentication {
    private static final String WHERE = "; hint: --token-file FILE, a copy of ";

    private final AccessTokens tokens;
    private final Fleet fleet;
    private final RefusedMessages refused;
    private final Predicate<String> tickets;
    private final Predicate<String> machines;

    /**
     * Authenticates by secrets and tickets.
     *
     * @param tickets whether a client agent has started a desktop with this one; must not wait
     * @param machines whether a machine has joined as the agent of this id, which its certificate alone proves; must
     *     not wait
     */
    public TokenAuthentication(
            AccessTokens tokens,
            Fleet fleet,
            RefusedMessages refused,
            Predicate<String> tickets,
            Predicate<String> machines) {
        this.tokens = tokens;
        this.fleet = fleet;
        this.refused = refused;
        this.tickets = tickets;
        this.machines = machines;
    }

    @Override
    public Decision authenticate(Hello hello, Optional<X509Certificate> certificate) {
        PeerIdentity peer = PeerIdentity.saidBy(hello);
        String ticket = hello.getLocation().getTicket();
        Optional<String> noSecret = peer.isDesktop() && !ticket.isEmpty() && tickets.test(ticket)
                ? Optional.empty()
                : noSecret(peer, hello.getToken());
        if (noSecret.isPresent()) {
            return new Rejected(noSecret.get());
        }
        Optional<String> taken = machines.test(peer.id())
                ? Optional.of("agent_id: " + peer.id()
                        + " is that of a machine that has joined (expected: its certificate, or another id)")
                : fleet.refusal(peer);
        if (taken.isPresent()) {
            refused.add(peer, MessageCase.HELLO, Reason.IDENTITY, taken.get());
            return new Rejected(taken.get());
        }
        return new Authenticated(peer);
    }

    private Optional<String> noSecret(PeerIdentity peer, String said) {
        // Both are always compared, so that the duration does not depend on the role.
        boolean anyRole = tokens.of(TokenRole.AGENT).matches(said);
        boolean desktopOnly = tokens.of(TokenRole.DESKTOP).matches(said);
        if (anyRole || (peer.isDesktop() && desktopOnly)) {
            return Optional.empty();
        }
        TokenRole wanted = peer.isDesktop() ? TokenRole.DESKTOP : TokenRole.AGENT;
        String value = desktopOnly ? "that of desktop agents" : said.isEmpty() ? "none" : "not one of this controller";
        return Optional.of("token: " + value + " (expected: the secret of " + peer.roleName() + "s of this controller"
                + WHERE + wanted.file() + " in the controller's data folder)");
    }
}
