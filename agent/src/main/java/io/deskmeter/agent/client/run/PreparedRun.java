package io.deskmeter.agent.client.run;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.agentless.TargetPictures;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A prepared run.
 *
 * @param message as the controller has sent it
 * @param profile the parsed run profile
 * @param planner of its sessions
 * @param landmarks of its workloads, loaded
 */
public record PreparedRun(PrepareRun message, RunProfile profile, Planner planner, Landmarks landmarks) {
    /** The id of the run. */
    public String id() {
        return message.getRunId();
    }

    /** Reads and checks everything before any desktop is started. */
    static PreparedRun of(PrepareRun message, WorkloadCatalog catalog, AcceptedWorkloads accepted)
            throws RunRefusedException {
        try {
            RunProfile profile = RunProfiles.parse("run-profile.yaml", message.getRunProfileYaml(), catalog);
            List<Workload> workloads = load(profile, catalog);
            requireAccepted(profile, workloads, accepted);
            requireSame(workloads, message.getWorkloadChecksumsMap());
            requireWithoutDesktopAgent(profile, workloads);
            return new PreparedRun(
                    message,
                    profile,
                    new Planner(profile.workloads(), workloads),
                    Landmarks.load(workloads, profile.calibration())
                            .with(TargetPictures.of(profile.target(), profile.handlers())));
        } catch (InvalidDocumentException | TemplateException | IllegalArgumentException e) {
            throw new RunRefusedException(String.valueOf(e.getMessage()));
        }
    }

    static List<Workload> load(RunProfile profile, WorkloadCatalog catalog) throws InvalidDocumentException {
        List<Workload> workloads = new ArrayList<>();
        for (String id : profile.workloads().workloads()) {
            workloads.add(catalog.load(id));
        }
        return workloads;
    }

    private static void requireAccepted(RunProfile profile, List<Workload> workloads, AcceptedWorkloads accepted)
            throws RunRefusedException {
        Optional<String> refusal = accepted.refusal(workloads).or(() -> accepted.refusal(profile));
        if (refusal.isPresent()) {
            throw new RunRefusedException(refusal.get());
        }
    }

    private static void requireWithoutDesktopAgent(RunProfile profile, List<Workload> workloads)
            throws RunRefusedException {
        if (profile.target().agentless().isPresent()) {
            for (Workload workload : workloads) {
                List<String> problems = AgentlessLaunch.of(workload).problems();
                if (!problems.isEmpty()) {
                    throw new RunRefusedException(String.join("; ", problems));
                }
            }
        }
    }

    private static void requireSame(List<Workload> workloads, Map<String, String> expected) throws RunRefusedException {
        for (Workload workload : workloads) {
            String checksum = expected.get(workload.id());
            if (checksum != null && !checksum.equals(workload.checksum())) {
                throw new RunRefusedException(
                        "workload: " + workload.id() + " has checksum " + workload.checksum() + " here (expected: "
                                + checksum + ", the controller's; hint: bring the same workloads to the agent)");
            }
        }
    }
}
