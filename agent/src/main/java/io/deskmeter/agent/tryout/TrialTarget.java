package io.deskmeter.agent.tryout;

import io.deskmeter.agent.agentless.AgentlessSessions;
import io.deskmeter.agent.agentless.TargetPictures;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.remote.SlotTarget;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Timeouts;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.vision.TemplateException;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.Agentless;
import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.Hosts;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.TargetHandlers;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.AccountSets;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The target of a trial: the first host of a run profile, without a desktop agent there.
 *
 * @param target of the profile
 * @param handlers what is done about its windows
 * @param agentless how its sessions are driven
 * @param slot the first host with the first account
 */
record TrialTarget(Target target, TargetHandlers handlers, Agentless agentless, SessionSlot slot) {

    /**
     * Reads it.
     *
     * @param accounts of the users who log on, or the password of the desktops; null: none
     * @throws IllegalArgumentException if the target needs a desktop agent, or if no account is there to log on
     */
    static TrialTarget read(Path profile, @Nullable Path accounts, WorkloadCatalog catalog)
            throws IOException, InvalidDocumentException {
        String yaml = ProfilePictures.inline(Files.readString(profile), profile);
        RunProfile read = RunProfiles.parseWithUnknownWorkloads(profile.toString(), yaml, catalog);
        Target target = read.target();
        Agentless agentless = target.agentless()
                .orElseThrow(() -> new IllegalArgumentException("--target: " + profile
                        + " has no target with `desktopAgent: none` (expected: one, because a trial has no controller that"
                        + " desktop agents could connect to)"));
        Optional<Account> account = account(accounts);
        if (target.accounts().isPresent() && account.isEmpty()) {
            throw new IllegalArgumentException("--accounts: none (expected: the file of the accounts "
                    + target.accounts().get() + ", which " + profile + " names)");
        }
        return new TrialTarget(
                target, read.handlers(), agentless, slot(hosts(target).get(0), account));
    }

    private static Optional<Account> account(@Nullable Path accounts) throws IOException, InvalidDocumentException {
        return accounts == null
                ? Optional.empty()
                : AccountSets.parse(accounts.toString(), Files.readString(accounts)).stream()
                        .findFirst();
    }

    private static List<Hosts.Host> hosts(Target target) {
        if (target instanceof Target.VncDesktops vnc) {
            return vnc.hosts().all();
        }
        return target instanceof Target.RdpHosts rdp
                ? rdp.hosts().all()
                : ((Target.ViewerHosts) target).hosts().all();
    }

    private static SessionSlot slot(Hosts.Host host, Optional<Account> account) {
        SessionSlot.Builder slot = SessionSlot.newBuilder().setHost(host.name()).setPort(host.port());
        account.ifPresent(
                user -> slot.setUser(user.user()).setPassword(user.password()).setDomain(user.domain()));
        return slot.build();
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
        return landmarks.with(TargetPictures.of(target, handlers));
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
                target,
                slot,
                (LocalDesktops) resources.desktops(),
                displays,
                resources.matcherBuffers(),
                settings.timeouts());
        return new AgentlessSessions(resources.matcherBuffers()).create(agentless, settings, place, context, listener);
    }

    /** For people. */
    String words() {
        return "the display of " + slot.getHost() + ":" + slot.getPort() + ", without a desktop agent";
    }
}
