package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.identity.AgentVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code agent check}: what can be found out of desktops without a controller. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        description =
                "Checks desktops without a controller. A run profile is checked by ./deskmeter check PROFILE.yaml.")
public final class DesktopCheckCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "agent: check what? (expected: check keyboard)");
    }
}
