package io.deskmeter.controller.access.caller;

import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The secrets of this controller, one for each role. */
public final class AccessTokens {
    private final Map<TokenRole, Token> tokens;

    private AccessTokens(Map<TokenRole, Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads the secrets of a data folder; those that are missing are drawn.
     *
     * @throws IOException if one of them is not this user's alone; the message is for people
     */
    public static AccessTokens open(Path data) throws IOException {
        Map<TokenRole, Token> tokens = new EnumMap<>(TokenRole.class);
        for (TokenRole role : TokenRole.values()) {
            tokens.put(role, TokenFile.open(data.resolve(role.file())));
        }
        return new AccessTokens(tokens);
    }

    /**
     * What is hashed with each secret that was made by whoever can read {@code admin.token}: a new file ends them all,
     * and no other controller of the same store knows them.
     */
    public String localPepper() {
        return "local " + of(TokenRole.ADMIN).text() + " ";
    }

    Token of(TokenRole role) {
        Token token = tokens.get(role);
        if (token == null) {
            throw new IllegalStateException("no token for " + role);
        }
        return token;
    }
}
