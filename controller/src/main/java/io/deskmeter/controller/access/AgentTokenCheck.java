package io.deskmeter.controller.access;

import io.deskmeter.link.HelloCheck;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import java.util.Optional;

/** Accepts agents that send the secret of their role. */
public final class AgentTokenCheck implements HelloCheck {
    private static final String WHERE = "; hint: --token-file FILE, a copy of ";

    private final AccessTokens tokens;

    public AgentTokenCheck(AccessTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Optional<String> refusal(Hello hello) {
        boolean desktop = hello.getRole() == AgentRole.AGENT_ROLE_DESKTOP;
        String said = hello.getToken();
        // Both are always compared, so that the duration does not depend on the role.
        boolean anyRole = tokens.of(TokenRole.AGENT).matches(said);
        boolean desktopOnly = tokens.of(TokenRole.DESKTOP).matches(said);
        if (anyRole || (desktop && desktopOnly)) {
            return Optional.empty();
        }
        TokenRole wanted = desktop ? TokenRole.DESKTOP : TokenRole.AGENT;
        String value = desktopOnly ? "that of desktop agents" : said.isEmpty() ? "none" : "not one of this controller";
        return Optional.of("token: " + value + " (expected: the secret of " + (desktop ? "desktop" : "client")
                + " agents of this controller" + WHERE + wanted.file() + " in the controller's data folder)");
    }
}
