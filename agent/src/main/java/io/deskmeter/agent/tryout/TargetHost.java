package io.deskmeter.agent.tryout;

import io.deskmeter.agent.agentless.Logoff;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.Screen;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.AccountSets;
import io.deskmeter.workload.yaml.AccountTable;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The first host of a run profile's target.
 *
 * @param target of the profile
 * @param handlers what is done about its windows
 * @param slot that host with the first account
 * @param workloads of the profile, each once
 */
record TargetHost(Target target, TargetHandlers handlers, SessionSlot slot, List<String> workloads) {
    /**
     * Reads it.
     *
     * @param accounts of the users who log on, or the password of the desktops; null: none
     * @throws IllegalArgumentException if the target has no hosts, or if no account is there to log on
     */
    static TargetHost read(Path profile, @Nullable Path accounts, WorkloadCatalog catalog)
            throws IOException, InvalidDocumentException {
        return read(
                profile, ProfilePictures.inline(text("--target", "run profile", profile), profile), accounts, catalog);
    }

    /**
     * The same of a profile whose pictures may still be missing, because they are to be cut out of what this host
     * shows.
     */
    static TargetHost readWithoutPictures(Path profile, @Nullable Path accounts, WorkloadCatalog catalog)
            throws IOException, InvalidDocumentException {
        return read(
                profile,
                ProfilePictures.inlineOrBlank(text("--target", "run profile", profile), profile),
                accounts,
                catalog);
    }

    private static TargetHost read(Path profile, String yaml, @Nullable Path accounts, WorkloadCatalog catalog)
            throws IOException, InvalidDocumentException {
        RunProfile read = RunProfiles.parseWithUnknownWorkloads(profile.toString(), yaml, catalog);
        Target target = read.target();
        Optional<Account> account = account(accounts);
        if (target.accounts().isPresent() && account.isEmpty()) {
            throw new IllegalArgumentException("--accounts: none (expected: the file of the accounts "
                    + target.accounts().get() + ", which " + profile + " names)");
        }
        Hosts.Host host = target.allHosts().stream()
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "--target: " + profile
                                        + " has no hosts (expected: a vnc, rdp or viewer target; hint: what the agent starts itself is seen without it)"));
        account.filter(user ->
                        !user.hosts().written().isEmpty() && !user.hosts().admits(host))
                .ifPresent(user -> {
                    throw new IllegalArgumentException("--accounts: may not be sent to " + host + " (expected: one of "
                            + user.hosts() + ", the hosts of the file)");
                });
        return new TargetHost(
                target,
                read.handlers(),
                slot(host, account),
                read.workloads().workloads().stream().distinct().toList());
    }

    private static Optional<Account> account(@Nullable Path accounts) throws IOException, InvalidDocumentException {
        if (accounts == null) {
            return Optional.empty();
        }
        String file = accounts.toString();
        String text = text("--accounts", "set of accounts", accounts);
        List<Account> all = file.endsWith(".csv") ? AccountTable.parse(file, text) : AccountSets.parse(file, text);
        return all.stream().findFirst();
    }

    /**
     * Reads a file of an option.
     *
     * @param what the file is
     */
    private static String text(String option, String what, Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    option + ": " + file + " (expected: a file that exists"
                            + (file.isAbsolute()
                                    ? ""
                                    : "; hint: the " + what + " is read from the folder in which the command runs")
                            + ")",
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + ": " + file + " cannot be read: " + FaultText.reason(e)
                            + " (expected: a text file in UTF-8; hint: is it a " + what
                            + ", and may this user read it?)",
                    e);
        }
    }

    private static SessionSlot slot(Hosts.Host host, Optional<Account> account) {
        SessionSlot.Builder slot = SessionSlot.newBuilder().setHost(host.name()).setPort(host.port());
        account.ifPresent(
                user -> slot.setUser(user.user()).setPassword(user.password()).setDomain(user.domain()));
        return slot.build();
    }

    /**
     * Logs the user off by input whose desktop has been looked at, as the target says; without `logoff` the user stays
     * logged on. A VNC desktop is not ended: nobody has logged on. Blocks.
     *
     * @param gone completes when the display has gone
     */
    void logOff(Screen screen, CompletableFuture<?> gone, ScheduledExecutorService timers) {
        List<Step> logoff = target instanceof Target.VncDesktops
                ? List.of()
                : target.agentless().map(Agentless::logoff).orElse(List.of());
        if (!logoff.isEmpty()) {
            Logoff.performed(logoff, screen, gone, timers); // logs that the user may be logged on still
        }
    }

    /** For people. */
    String words() {
        return "the display of " + slot.getHost() + ":" + slot.getPort();
    }
}
