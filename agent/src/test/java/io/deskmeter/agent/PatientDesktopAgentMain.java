package io.deskmeter.agent;

import io.deskmeter.agent.desktopagent.DesktopCommand;
import io.deskmeter.agent.pause.PauseWatch;
import io.deskmeter.agent.platform.Platforms;
import picocli.CommandLine;

/**
 * {@link DesktopAgentMain} for tests of what an agent does, however long a busy machine lets its process stand still:
 * it marks no operation for that.
 */
public final class PatientDesktopAgentMain {
    private PatientDesktopAgentMain() {}

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "false");
        System.exit(AgentMain.execute(
                () -> new CommandLine(
                        new DesktopCommand(Platforms.here(), PauseWatch.thatNoticesNothing(System::nanoTime))),
                args));
    }
}
