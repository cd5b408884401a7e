package io.deskmeter.controller.enrolment;

import io.deskmeter.link.tls.JoinToken;
import java.io.IOException;
import java.util.Optional;

/**
 * Another controller of the same store, whose authority is to be this controller's, too.
 *
 * @param host of its port for agents of other machines, name or address
 * @param token that it has made for a controller; read only by a start that needs it, because the file may have gone
 *     after the first one
 * @param machine the name of this machine, for display
 */
public record AuthorityToJoin(String host, int port, TokenReader token, String machine) {
    /** Reads the join token of a command line. */
    @FunctionalInterface
    public interface TokenReader {
        /**
         * The token; empty if none was given.
         *
         * @throws IOException if it cannot be read
         * @throws IllegalArgumentException if it is none; the message is for display
         */
        Optional<JoinToken> read() throws IOException;
    }
}
