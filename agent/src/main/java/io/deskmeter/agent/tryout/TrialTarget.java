package io.deskmeter.agent.tryout;

import io.deskmeter.agent.agentless.AgentlessSessions;
import io.deskmeter.agent.agentless.TargetPictures;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.remote.SlotTarget;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The target of a trial: the first host of a run profile, without a desktop agent there.
 *
 * @param host with its first account
 * @param agentless how its sessions are driven
 */
record TrialTarget(TargetHost host, Agentless agentless) {

    /**
     * Reads it.
     *
     * @param accounts of the users who log on, or the password of the desktops; null: none
     * @throws IllegalArgumentException if the target needs a desktop agent, or if no account is there to log on
     */
    static TrialTarget read(Path profile, @Nullable Path accounts, WorkloadCatalog catalog)
            throws IOException, InvalidDocumentException {
        TargetHost host = TargetHost.read(profile, accounts, catalog);
        Agentless agentless = host.target()
                .agentless()
                .orElseThrow(() -> new IllegalArgumentException("--target: " + profile
                        + " has no target with `desktopAgent: none` (expected: one, because a trial has no controller that"
                        + " desktop agents could connect to)"));
        return new TrialTarget(host, agentless);
    }

    /**
     * Refuses workloads.
     *
     * @throws IllegalArgumentException if one of these workloads needs a desktop agent, or is not among the launcher's
     */
    void require(List<Workload> workloads) {
        for (Workload workload : workloads) {
            List<String> problems = AgentlessLaunch.of(workload).problems();
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", problems));
            }
            if (!agentless.launcher().launches(workload.id())) {
                throw new IllegalArgumentException("launcher: none for " + workload.id() + " (expected: one)");
            }
        }
    }

    Landmarks with(Landmarks landmarks) throws TemplateException {
        return landmarks.with(TargetPictures.of(host.target(), handlers()));
    }

    /** What is done about its windows. */
    TargetHandlers handlers() {
        return host.handlers();
    }

    Timeouts timeouts() {
        return AgentlessSessions.timeouts(agentless);
    }

    Session session(
            SessionSettings settings,
            AgentResources resources,
            TargetDisplays displays,
            SessionContext context,
            SessionListener listener) {
        SlotTarget place = new SlotTarget(
                settings.session(),
                host.target(),
                host.slot(),
                (LocalDesktops) resources.desktops(),
                displays,
                resources.matcherBuffers(),
                settings.timeouts());
        return new AgentlessSessions(resources.matcherBuffers()).create(agentless, settings, place, context, listener);
    }

    /** For people. */
    String words() {
        return host.words() + ", without a desktop agent";
    }
}
