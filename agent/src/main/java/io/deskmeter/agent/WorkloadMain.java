package io.deskmeter.agent;

import io.deskmeter.agent.authoring.WorkloadCommand;
import picocli.CommandLine;

/** The program for authors of workloads. It needs no desktop, and starts none. */
public final class WorkloadMain {
    private WorkloadMain() {}

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        return AgentMain.withMessages(new CommandLine(new WorkloadCommand()), "workload");
    }
}
