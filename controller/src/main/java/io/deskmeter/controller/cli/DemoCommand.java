package io.deskmeter.controller.cli;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Load;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds how many office users this machine holds. */
@Command(
        description = "Finds how many office users this machine holds: the run profile demo, or demo-quick.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--quick", description = "the run profile demo-quick: fewer and shorter load points")
    private boolean quick;

    @Option(names = "--max-sessions", paramLabel = "N", description = "never more sessions than these")
    private @Nullable Integer maxSessions;

    @Mixin
    private final RunOptions options = new RunOptions();

    DemoCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (maxSessions != null && maxSessions < 1) {
            throw CommandException.input("--max-sessions: " + maxSessions + " (expected: >= 1)");
        }
        return new Headless(options, out, err).run(this::document);
    }

    private Headless.Document document(ControllerClient client) throws CommandException, InterruptedException {
        String id = quick ? "demo-quick" : "demo";
        String yaml = client.runProfile(id);
        String name = "run-profiles/" + id + ".yaml";
        return new Headless.Document(name, maxSessions == null ? yaml : capped(name, yaml, maxSessions));
    }

    private static String capped(String name, String yaml, int most) throws CommandException {
        try {
            RunProfile profile = RunProfiles.parseSelfContained(name, yaml);
            return RunProfiles.write(new RunProfile(
                    profile.id(),
                    profile.title(),
                    profile.workloads(),
                    profile.target(),
                    cap(profile.load(), most),
                    profile.thresholds(),
                    profile.evidence(),
                    profile.logonInterval()));
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /** The same load with at most so many sessions; steps beyond them are left out, and the most itself is the last step. */
    static Load cap(Load load, int most) {
        if (load instanceof Load.Fixed fixed) {
            return new Load.Fixed(Math.min(fixed.sessions(), most));
        }
        if (load instanceof Load.Ramp ramp) {
            return new Load.Ramp(Math.min(ramp.from(), most), ramp.add(), Math.min(ramp.max(), most));
        }
        List<Integer> steps = ((Load.Steps) load).sessions();
        return new Load.Steps(
                steps.stream().map(n -> Math.min(n, most)).distinct().toList());
    }
}
