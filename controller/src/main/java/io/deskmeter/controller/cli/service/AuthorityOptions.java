package io.deskmeter.controller.cli.service;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.enrolment.AuthorityToJoin;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.JoinTokenOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name another controller of the same store, whose authority a controller takes. */
final class AuthorityOptions {
    private static final String OF = "--authority-of";

    @Option(
            names = OF,
            paramLabel = "HOST:PORT",
            description =
                    "Port for agents of another controller of the same store, for whose authority this one is to issue certificates, so that agents can"
                            + " work for both (default: an authority of its own).")
    private @Nullable String other;

    @Option(
            names = "--join",
            paramLabel = "TOKEN",
            description =
                    "For --authority-of: the token that ./deskmeter enrol --as-controller prints there; - reads it from standard input. Later starts do"
                            + " without.")
    private @Nullable String join;

    @Option(names = "--join-file", paramLabel = "FILE", description = "File with the token of --join.")
    private @Nullable Path joinFile;

    /** What was named; null if the controller is to have an authority of its own. */
    @Nullable
    AuthorityToJoin toJoin() throws CommandException {
        String given = join != null ? "--join" : "--join-file";
        if (other == null && (join != null || joinFile != null)) {
            throw CommandException.input(given + ": without " + OF
                    + " (expected: both; hint: ./deskmeter agent makes this machine an agent)");
        }
        if (other == null) {
            return null;
        }
        try {
            LinkAddress address = LinkAddress.parse(OF, other);
            return new AuthorityToJoin(
                    address.host().replaceAll("^\\[|]$", ""),
                    address.port(),
                    () -> JoinTokenOptions.token(join, joinFile),
                    machine());
        } catch (IllegalArgumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
