package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that work a workload without a controller: of which folder, and on which desktop. */
final class TrialOptions {
    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "Size of the desktop in pixels (default: ${DEFAULT-VALUE}).")
    private String size = "1280x800";

    @Option(
            names = "--through",
            paramLabel = "VIEWER",
            description = "Client that displays the desktop: rfb (the built-in client), vncviewer, or xfreerdp with a"
                    + " private xrdp (default: ${DEFAULT-VALUE}).")
    private String through = DesktopViewer.RFB.label();

    @Option(
            names = "--target",
            paramLabel = "PROFILE",
            description = "Run on the first host of this run profile instead of a local desktop; its target needs"
                    + " desktopAgent: none.")
    private @Nullable Path target;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description = "Accounts of that target, .yaml or .csv; the first one is used.")
    private @Nullable Path accounts;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for the desktop while it runs; one program at a time"
                    + " (default: .local/state/deskmeter/try in the home folder, or try-2 and so on if another"
                    + " program uses it).")
    private @Nullable Path state;

    WorkloadCatalog catalog() {
        return WorkloadCatalog.open(workloads);
    }

    /**
     * Opens what sessions need.
     *
     * @throws IllegalArgumentException if an option's value is none, or the target cannot be used for these workloads
     */
    Trial open(Platform platform, WorkloadCatalog catalog, List<Workload> loaded) throws Exception {
        DesktopSize desktop = DesktopSize.parse(size);
        TrialTarget trialTarget = target == null ? null : TrialTarget.read(target, accounts, catalog);
        if (trialTarget != null) {
            trialTarget.require(loaded);
        }
        DesktopViewer viewer = DesktopViewer.parse(through);
        AgentResources resources =
                TryFolder.open(platform, state, "try", folder -> AgentResources.open(platform, folder, viewer));
        String seenThrough = trialTarget == null ? viewer.inWords() : trialTarget.words();
        return new Trial(resources, new TargetDisplays(resources.nanoTime()), trialTarget, desktop, seenThrough);
    }
}
