package io.deskmeter.agent;

import io.deskmeter.agent.authoring.WorkloadCommand;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.tryout.CalibrateCommand;
import java.time.InstantSource;
import picocli.CommandLine;

/** The program for authors of workloads. All but a calibration looks at files only. */
public final class WorkloadMain {
    private WorkloadMain() {}

    public static void main(String[] args) {
        AgentMain.callByName();
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new WorkloadCommand())
                .addSubcommand(new CalibrateCommand(Platforms::here, InstantSource.system()));
        return AgentMain.withMessages(line, "workload");
    }
}
