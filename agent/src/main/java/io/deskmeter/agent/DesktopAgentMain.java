package io.deskmeter.agent;

import io.deskmeter.agent.desktopagent.DesktopCommand;
import io.deskmeter.agent.platform.Platforms;
import picocli.CommandLine;

/**
 * The desktop agent's program, with settings of its own: what a user's session starts. Loads nothing of the client
 * agent's command.
 */
public final class DesktopAgentMain {
    private DesktopAgentMain() {}

    public static void main(String[] args) {
        AgentMain.callByName();
        System.setProperty("java.awt.headless", "false");
        System.exit(AgentMain.execute(DesktopAgentMain::commandLine, args));
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new DesktopCommand(Platforms.here()));
        line.setCommandName("./deskmeter agent desktop");
        return AgentMain.withMessages(line);
    }
}
