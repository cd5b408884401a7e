package io.deskmeter.controller.ingest;

import io.deskmeter.controller.check.AgentCheckRequests;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.AgentLoad;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.fleet.HelloLimits;
import io.deskmeter.controller.pairing.DesktopAgentBroker;
import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.fact.CurrentOperation;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.link.content.ContentServer;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.server.AgentHandler;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.RequestFailed;
import io.deskmeter.link.v1.ResourceSample;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Handles all messages of all agents. Called by the link's threads: in order for each agent, concurrently for several.
 */
@Component
public final class AgentMessages implements AgentHandler {
    private static final Logger LOG = LoggerFactory.getLogger(AgentMessages.class);

    private static final double MIB = 1 << 20;

    private final Fleet fleet;
    private final ActiveRuns runs;
    /** What agents of ours send is shorter, but for a few characters. */
    private static final int MOST_DETAIL = 4_000;

    private static final int MOST_OPERATION = 400;
    /** The year 2200. */
    private static final long LATEST_MICROS = 7_258_118_400_000_000L;

    private final RunStore store;
    private final TimingStore timings;
    private final BatchIngest batches;
    private final EvidenceFiles evidence;
    private final ControllerLoad ownLoad;
    private final DesktopAgentBroker desktopAgentBroker;
    private final ContentServer content;
    private final AgentCheckRequests checkRequests;
    private final Screenshots frames;
    private final InternalFaults faults;
    private final PeerRights rights;
    private final RefusedMessages refused;
    private final HostLoad hosts;
    private final LinkOrder order = new LinkOrder();
    private final NoteLimit faulty = new NoteLimit();

    AgentMessages(
            Fleet fleet,
            ActiveRuns runs,
            RunStore store,
            TimingStore timings,
            BatchIngest batches,
            EvidenceFiles evidence,
            ControllerLoad ownLoad,
            DesktopAgentBroker desktopAgentBroker,
            ContentServer content,
            AgentCheckRequests checkRequests,
            Screenshots frames,
            InternalFaults faults,
            PeerRights rights,
            RefusedMessages refused,
            LongSupplier nanoTime) {
        this.fleet = fleet;
        this.runs = runs;
        this.store = store;
        this.timings = timings;
        this.batches = batches;
        this.evidence = evidence;
        this.ownLoad = ownLoad;
        this.desktopAgentBroker = desktopAgentBroker;
        this.content = content;
        this.checkRequests = checkRequests;
        this.frames = frames;
        this.faults = faults;
        this.rights = rights;
        this.refused = refused;
        this.hosts = new HostLoad(nanoTime);
        runs.listen(snapshot -> {
            if (snapshot.ended()) {
                hosts.ended(snapshot.id());
            }
        });
    }

    @Override
    public Optional<String> accept(Hello hello) {
        Optional<String> refusal = HelloLimits.refusal(hello);
        if (refusal.isEmpty()) {
            fleet.accepted(PeerIdentity.saidBy(hello));
        }
        return refusal;
    }

    @Override
    public void connected(AgentLink link) {
        order.tell(link.hello().getAgentId(), () -> present(link));
    }

    private void present(AgentLink link) {
        Hello hello = link.hello();
        LOG.info("agent {} on {} connected", hello.getAgentId(), hello.getHost());
        if (!fleet.connected(link)) {
            link.close("agent_id: " + hello.getAgentId() + " is that of an agent with another role");
            return;
        }
        if (!hello.getRunId().isEmpty() && runs.find(hello.getRunId()).isEmpty()) {
            endForgotten(link, hello.getRunId());
        }
        if (link.peer().isDesktop()) {
            desktopAgentBroker.arrived(hello);
            return;
        }
        runs.all().forEach(run -> run.agentConnected(hello.getAgentId(), hello.getInstance(), hello.getRunId()));
        runs.agentMayBeFree();
    }

    /** The agent still works on a run that has ended here, for example because this controller was restarted. */
    private static void endForgotten(AgentLink link, String runId) {
        EndRun end = EndRun.newBuilder()
                .setRunId(runId)
                .setReason("the controller does not work on this run any more")
                .build();
        link.send(FromController.newBuilder().setEndRun(end).build());
    }

    @Override
    public void disconnected(AgentLink link, String reason) {
        order.tell(link.hello().getAgentId(), () -> absent(link, reason));
    }

    private void absent(AgentLink link, String reason) {
        String id = link.hello().getAgentId();
        LOG.info("agent {} disconnected: {}", id, reason);
        if (fleet.disconnected(link)) {
            if (link.peer().isDesktop()) {
                desktopAgentBroker.left(id);
                return;
            }
            runs.all().forEach(run -> {
                if (link.dismissed()) {
                    run.agentDismissed(id, reason);
                } else {
                    run.agentDisconnected(id, reason, link.answered());
                }
            });
        }
    }

    @Override
    public void received(AgentLink link, FromAgent message) {
        String agent = link.peer().id();
        try {
            // Also of a run that is not known here, which the agent may say nothing else about.
            if (message.hasRunEnded()
                    && fleet.runEnded(link, message.getRunEnded().getRunId())) {
                runs.agentMayBeFree();
            }
            Optional<PeerRights.Refusal> refusal = refusal(link, message);
            if (refusal.isPresent()) {
                refuse(link, message, refusal.get());
            } else if (!link.closing()) {
                handle(agent, link, message);
            }
        } catch (RuntimeException | Error e) {
            faults.report("agent " + agent + ": message " + message.getMessageCase(), e);
            throw e;
        }
    }

    @Override
    public void timings(AgentLink link, List<TimingBatch> received) {
        try {
            batches.store(link, received);
        } catch (RuntimeException | Error e) {
            faults.report("agent " + link.hello().getAgentId() + ": timings", e);
            throw e;
        }
    }

    /**
     * While the store does not answer, nobody knows whose a session is: the agent connects again and sends what it
     * keeps.
     */
    private Optional<PeerRights.Refusal> refusal(AgentLink link, FromAgent message) {
        try {
            return rights.refusal(link.peer(), message);
        } catch (DataAccessException e) {
            LOG.error("agent {}: {} is not handled: {}", link.peer().id(), message.getMessageCase(), e.getMessage());
            link.close(message.getMessageCase() + " is not handled: the store does not answer");
            return Optional.empty();
        }
    }

    /**
     * The sender waits for the answer to some messages. Who acts as an agent of another role is no agent of ours: its
     * link ends.
     */
    private void refuse(AgentLink link, FromAgent message, PeerRights.Refusal refusal) {
        refused.add(link.peer(), message.getMessageCase(), refusal.reason(), refusal.why());
        if (refusal.reason() == Reason.ROLE) {
            link.close(refusal.why());
            return;
        }
        link.refused();
        FromController.Builder answer = FromController.newBuilder();
        if (message.hasDesktopAgentRequest()) {
            DesktopAgentRequest wanted = message.getDesktopAgentRequest();
            answer.setDesktopAgentMessage(DesktopAgentMessage.newBuilder()
                    .setRunId(wanted.getRunId())
                    .setSession(wanted.getSession())
                    .setFailed(RequestFailed.newBuilder().setGone(true).setReason(refusal.why())));
        } else if (message.hasContentRequest()) {
            ContentRequest wanted = message.getContentRequest();
            answer.setContentPart(ContentPart.newBuilder()
                    .setWorkload(wanted.getWorkload())
                    .setChecksum(wanted.getChecksum())
                    .setOffset(wanted.getOffset())
                    .setRefusal(refusal.why()));
        } else {
            return;
        }
        link.send(answer.build());
    }

    private void handle(String agent, AgentLink link, FromAgent message) {
        switch (message.getMessageCase()) {
            case SESSION_CHANGE -> sessionChanged(message.getSessionChange());
            case RESOURCES -> resources(agent, link, message.getResources());
            case EVIDENCE ->
                guarded(message.getEvidence().getRunId(), () -> evidence.store(agent, message.getEvidence()));
            case DESKTOP_AGENT_REQUEST -> desktopAgentBroker.wanted(agent, message.getDesktopAgentRequest());
            case PAIRING_CODE_SEEN -> desktopAgentBroker.seen(agent, message.getPairingCodeSeen());
            case DESKTOP_AGENT_MESSAGE -> desktopAgentBroker.pass(agent, message.getDesktopAgentMessage());
            case CONTENT_REQUEST ->
                link.send(FromController.newBuilder()
                        .setContentPart(content.answer(message.getContentRequest()))
                        .build());
            case WORKING -> working(message.getWorking());
            case SCREENSHOT -> frames.answered(agent, message.getScreenshot());
            case CHECK_RESULT -> checkRequests.answered(agent, message.getCheckResult());
            case RUN_ENDED ->
                runs.find(message.getRunEnded().getRunId())
                        .ifPresent(run ->
                                run.agentDone(agent, message.getRunEnded().getReason()));
            default -> LOG.warn("agent {}: message {} has no meaning here", agent, message.getMessageCase());
        }
    }

    private void sessionChanged(SessionChange change) {
        SessionFact fact = fact(change);
        guarded(change.getRunId(), () -> store.session(change.getRunId(), fact));
        runs.find(change.getRunId()).ifPresent(run -> run.sessionChanged(fact));
    }

    private void working(OperationsInProgress working) {
        List<CurrentOperation> sessions = working.getSessionsList().stream()
                .map(work -> new CurrentOperation(
                        work.getSession(),
                        shortened(work.getOperation(), MOST_OPERATION),
                        instant(work.getSinceMicros())))
                .toList();
        runs.find(working.getRunId()).ifPresent(run -> run.working(sessions));
    }

    private static SessionFact fact(SessionChange change) {
        SessionPhase phase = switch (change.getState()) {
            case SESSION_STATE_READY -> SessionPhase.READY;
            case SESSION_STATE_WORKING -> SessionPhase.WORKING;
            case SESSION_STATE_FINISHED -> SessionPhase.FINISHED;
            case SESSION_STATE_STOPPED -> SessionPhase.STOPPED;
            case SESSION_STATE_LOST -> SessionPhase.LOST;
            case SESSION_STATE_FAILED -> change.getFault() ? SessionPhase.FAULTED : SessionPhase.FAILED;
            default -> SessionPhase.STARTING;
        };
        return new SessionFact(
                change.getSession(),
                phase,
                change.getIteration(),
                shortened(change.getDetail(), MOST_DETAIL),
                change.getLogonNanos(),
                change.getLogonQueuedNanos(),
                Duration.ofNanos(change.getAgoNanos()),
                change.getCleaningUp(),
                change.getLeftOpen(),
                instant(change.getWallMicros()));
    }

    private void resources(String agent, AgentLink link, ResourceSample sample) {
        Optional<String> fault = ReceivedResources.fault(sample);
        if (fault.isPresent()) {
            if (faulty.mayAdd(agent)) {
                LOG.warn("{}: a resource sample is not stored: {}", link, fault.get());
            }
            return;
        }
        Hello hello = link.hello();
        ResourceFact own = ReceivedResources.fact(sample, instant(sample.getWallMicros()));
        fleet.load(
                link,
                new AgentLoad(
                        own.at(),
                        own.hostCpuPercent(),
                        own.harnessCpuPercent(),
                        own.memoryUsedBytes() / MIB,
                        own.memoryTotalBytes() / MIB));
        Optional<RunStateMachine> run = runs.find(sample.getRunId());
        if (run.isEmpty()) {
            return;
        }
        boolean client = !link.peer().isDesktop();
        boolean local = run.get().plan().profile().target() instanceof Target.LocalDesktops;
        hosts.sample(sample.getRunId(), hello.getHost(), agent, client, own).ifPresent(host -> {
            ResourceFact fact = host.load().withHarnessCpu(ownLoad.cpuPercentOn(hello.getHost()));
            guarded(sample.getRunId(), () -> timings.store(sample.getRunId(), agent, fact));
            boolean holds = host.holdsSessions() || (local && host.generatesLoad());
            run.get().resources(new HostSample(host.host(), host.generatesLoad(), holds, fact));
        });
    }

    private void guarded(String runId, Runnable write) {
        try {
            write.run();
        } catch (JournalException | DataAccessException e) {
            LOG.error("run {}: {}", runId, e.getMessage());
            runs.find(runId).ifPresent(run -> run.storeFailed(String.valueOf(e.getMessage())));
        }
    }

    private static String shortened(String text, int most) {
        return text.substring(0, Math.min(most, text.length()));
    }

    /** Beyond what a clock shows, some of it cannot be converted any more. */
    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(Math.max(0, Math.min(LATEST_MICROS, micros)), ChronoUnit.MICROS);
    }
}
