package io.deskmeter.bench.controller;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option for how agents connect: a mixin of a benchmark's command. */
public final class TlsOption {
    @Option(
            names = "--tls",
            description =
                    "Agents join with certificates and connect with TLS, as those of other machines. Without it they show the secret of agents of this"
                            + " machine.")
    private boolean tls;

    /** Whether they do. */
    public boolean wanted() {
        return tls;
    }

    /**
     * What the controller's command needs for it.
     *
     * @param others further options
     */
    public static List<String> controllerOptions(boolean tls, List<String> others) {
        return tls
                ? Stream.concat(others.stream(), ControllerProcess.FOR_MACHINES.stream())
                        .toList()
                : others;
    }
}
