package io.deskmeter.controller;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.pairing.DesktopAgentBroker;
import io.deskmeter.controller.pairing.DesktopHosts;
import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.LiveHistory;
import io.deskmeter.controller.run.machine.RunSettings;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.mailbox.Mailbox;
import io.deskmeter.controller.run.mailbox.MailboxTimes;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.run.BoundedJournal;
import io.deskmeter.controller.store.run.BoundedWrites;
import io.deskmeter.controller.store.run.SessionOwners;
import io.deskmeter.link.content.ContentServer;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The controller's parts; what depends on the command line is put into the context by {@link ControllerServer}. */
// Failures outside Spring are reported by the container, see ContainerProblems, so that all errors have one form.
// People are in the store, and not in Spring's memory.
@SpringBootApplication(
        proxyBeanMethods = false,
        exclude = {ErrorMvcAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
class ControllerApplication {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Bean
    InstantSource wallClock() {
        return InstantSource.system();
    }

    @Bean
    LongSupplier nanoTime() {
        return System::nanoTime;
    }

    /** The mailbox of all runs: one thread. */
    @Bean(destroyMethod = "shutdownNow")
    Mailbox runMailbox(LongSupplier nanoTime, MailboxTimes times) {
        Mailbox mailbox = new Mailbox(task -> ControllerThreads.daemon("runs", task), nanoTime);
        mailbox.listen(times);
        return mailbox;
    }

    @Bean
    MailboxTimes mailboxTimes() {
        return new MailboxTimes();
    }

    /** Computes verdicts and live figures, one after the other, so that they never take more than one core. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService figures(InternalFaults faults) {
        return ControllerThreads.single("figures", faults);
    }

    /** Knows nothing of runs but when they end. */
    @Bean
    DesktopAgentBroker desktopAgentBroker(
            Fleet fleet,
            ActiveRuns runs,
            BoundedJournal journal,
            BoundedWrites writes,
            SessionOwners owners,
            RefusedMessages refused,
            @Qualifier("runMailbox") ScheduledExecutorService runMailbox) {
        DesktopHosts hosts = new DesktopHosts(journal);
        DesktopAgentBroker desktopAgentBroker = new DesktopAgentBroker(
                fleet::send,
                (run, session, desktop) -> {
                    own(owners, writes, runs, run, session, desktop);
                    hosts.joined(run, session, desktop);
                },
                (agent, message, unknown) -> refuse(fleet, refused, agent, message, unknown),
                ControllerApplication::pairingCode,
                runMailbox);
        runs.listen(snapshot -> {
            if (snapshot.ended()) {
                desktopAgentBroker.ended(snapshot.id());
                hosts.ended(snapshot.id());
            }
        });
        return desktopAgentBroker;
    }

    /** Without it nothing that this desktop agent measures could be stored. */
    private static void own(
            SessionOwners owners, BoundedWrites writes, ActiveRuns runs, String run, int session, Hello desktop) {
        try {
            boolean measures = runs.find(run)
                    .filter(machine -> machine.plan().profile().mode() != Mode.REMOTE)
                    .isPresent();
            writes.run(() -> owners.paired(run, session, desktop.getAgentId(), measures));
        } catch (JournalException e) {
            runs.find(run).ifPresent(machine -> machine.storeFailed(String.valueOf(e.getMessage())));
        }
    }

    private static void refuse(
            Fleet fleet, RefusedMessages refused, String agent, DesktopAgentMessage message, boolean unknown) {
        fleet.refused(agent);
        fleet.identity(agent)
                .ifPresent(peer -> refused.add(
                        peer,
                        MessageCase.DESKTOP_AGENT_MESSAGE,
                        unknown ? Reason.UNKNOWN : Reason.FOREIGN,
                        message.getWhatCase() + ": "
                                + (unknown
                                        ? "no session " + message.getSession() + " of run " + message.getRunId()
                                                + " is known (hint: was the controller restarted?)"
                                        : PeerRights.notOwn(message.getRunId(), message.getSession()))));
    }

    private static String pairingCode() {
        return HexFormat.of().toHexDigits(RANDOM.nextLong());
    }

    @Bean
    ContentServer contentShelf(WorkloadCatalog catalog, DataDirectory data) throws IOException {
        return ContentServer.over(catalog, data.archives());
    }

    @Bean
    ActiveRuns runs(
            Fleet fleet,
            BoundedJournal journal,
            @Qualifier("runMailbox") ScheduledExecutorService runMailbox,
            @Qualifier("figures") ExecutorService figures,
            LongSupplier nanoTime,
            InstantSource wallClock,
            InternalFaults faults) {
        return new ActiveRuns(
                (plan, listener) -> new RunStateMachine(
                        plan,
                        RunSettings.DEFAULT,
                        fleet,
                        journal,
                        runMailbox,
                        figures,
                        nanoTime,
                        wallClock,
                        listener,
                        faults),
                faults);
    }

    @Bean
    LiveHistory liveHistory(ActiveRuns runs, InstantSource wallClock, LongSupplier nanoTime) {
        return new LiveHistory(runs, wallClock, nanoTime);
    }
}
