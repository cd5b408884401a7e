package io.deskmeter.agent.client.run;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.client.outbox.TimingDrain;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.evidence.EvidenceEncoder;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.remote.DesktopAgentChannels;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.delivery.TimingQueue;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the controller's commands. Receives messages on the link's thread and passes them to one serial executor
 * that owns the run: preparing a run loads files, and the link must not wait for that.
 */
public final class ClientRunHandler implements ControllerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRunHandler.class);

    private final RunResources resources;
    private final WorkloadCatalog catalog;
    private final AcceptedWorkloads accepted;
    private final Outbox outbox;
    private final TimingQueue sender;
    private final SessionFactory sessionFactory;
    private final DesktopAgentChannels desktopAgents;
    private final ScreenshotService screenshots;
    private final SerialExecutor mailbox;
    private final GraceTimer grace;
    private final TimingDrain lastTimings;
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private @Nullable ClientRun run;

    /** The run that this agent has ended last, however it came to that; null if there was none. */
    private @Nullable EndedRun over;

    private volatile @Nullable Reporter reporter;

    /** Read by the link for its hello message. */
    private volatile String runId = "";

    /** The id of a run that the controller wants to be prepared, until that begins. */
    private volatile String wanted = "";

    public ClientRunHandler(
            RunResources resources,
            WorkloadCatalog catalog,
            AcceptedWorkloads accepted,
            Outbox outbox,
            TimingQueue sender,
            SessionFactory sessionFactory,
            DesktopAgentChannels desktopAgents) {
        this.sessionFactory = sessionFactory;
        this.desktopAgents = desktopAgents;
        this.resources = resources;
        this.catalog = catalog;
        this.accepted = accepted;
        this.outbox = outbox;
        this.sender = sender;
        this.screenshots = new ScreenshotService(outbox, resources.encoder());
        this.mailbox = new SerialExecutor(resources.pool());
        this.grace = new GraceTimer(resources.timers(), mailbox);
        this.lastTimings = new TimingDrain(outbox, resources.nanoTime(), resources.timers(), mailbox);
    }

    /** The id of the present run, or of one that will be prepared; empty if there is none. */
    public String runId() {
        // In this order: a preparation that begins meanwhile sets the one before it clears the other.
        String next = wanted;
        String present = runId;
        return present.isEmpty() ? next : present;
    }

    @Override
    public void connected(Welcome welcome) {
        outbox.connected(welcome.getStoreId());
        desktopAgents.connected();
        LOG.info("connected to the controller");
        mailbox.execute(() -> {
            grace.connected(welcome);
            Reporter now = reporter;
            if (now != null) {
                now.resend();
            }
        });
    }

    @Override
    public void disconnected(String reason) {
        sender.disconnected();
        desktopAgents.disconnected();
        mailbox.execute(() -> {
            if (run != null) {
                LOG.warn(
                        "run {}: the controller is disconnected; the run continues for at most {} s",
                        runId,
                        grace.time().toSeconds());
                grace.away(this::endRun);
            }
        });
    }

    /** The link has logged it. */
    @Override
    public void refused(String reason) {
        mailbox.execute(() -> endRun("the controller refused this agent: " + reason));
    }

    @Override
    public void received(FromController message) {
        switch (message.getMessageCase()) {
            case TIMING_ACK -> sender.acknowledged(message.getTimingAck());
            case PREPARE_RUN -> {
                sender.begins(message.getPrepareRun().getRunId());
                // An agent that was stopped may connect again before it comes to this: its hello message must name the
                // run.
                wanted = message.getPrepareRun().getRunId();
                mailbox.execute(() -> prepare(message.getPrepareRun()));
            }
            case START_SESSION -> mailbox.execute(() -> start(message.getStartSession()));
            case STOP_SESSION -> mailbox.execute(() -> stop(message.getStopSession()));
            case END_RUN ->
                mailbox.execute(() -> endIfCurrent(
                        message.getEndRun().getRunId(), message.getEndRun().getReason()));
            case DESKTOP_AGENT_MESSAGE -> desktopAgents.received(message.getDesktopAgentMessage());
            case SCREENSHOT_REQUEST -> mailbox.execute(() -> screenshots.show(run, message.getScreenshotRequest()));
            case WELCOME,
                    REFUSED,
                    PING,
                    CONTENT_PART,
                    CHECK,
                    SHOW_PAIRING_CODE,
                    ENROLLED,
                    SETUP_NOTED,
                    CERTIFICATE_ISSUED,
                    MESSAGE_NOT_SET -> LOG.warn("unknown message from the controller: {}", message.getMessageCase());
        }
    }

    private void prepare(PrepareRun message) {
        try {
            prepareIfFree(message);
        } finally {
            if (wanted.equals(message.getRunId())) {
                wanted = "";
            }
        }
    }

    private void prepareIfFree(PrepareRun message) {
        ClientRun current = run;
        if (current != null) {
            if (!current.id().equals(message.getRunId())) {
                refuse(message, "agent: still works on run " + current.id() + " (expected: free)");
            }
            return;
        }
        if (over != null && over.id().equals(message.getRunId())) {
            // The command was on its way when this agent ended the run, because it had heard nothing for too long:
            // nobody would end these sessions. The answer may come before the message of that end, so it says why, too.
            refuse(message, "agent: has already ended this run: " + over.reason());
            return;
        }
        // Preparing takes a while: a hello message that is sent meanwhile must name the run.
        runId = message.getRunId();
        try {
            PreparedRun prepared = PreparedRun.of(message, catalog, accepted);
            sessionFactory.require(prepared.profile());
            EvidenceEncoder evidenceEncoder = new EvidenceEncoder(
                    prepared.profile().evidence(),
                    prepared.profile().thresholds(),
                    EvidenceLimits.DEFAULT,
                    resources.encoder(),
                    picture -> outbox.picture(prepared.id(), picture));
            Reporter listener = new Reporter(prepared.id());
            reporter = listener;
            run = new ClientRun(
                    prepared,
                    resources.sessionContext(prepared.landmarks(), evidenceEncoder),
                    listener,
                    sessionFactory,
                    evidenceEncoder::dropped);
            LOG.info("run {}: prepared ({})", prepared.id(), prepared.profile().title());
        } catch (RunRefusedException e) {
            runId = "";
            refuse(message, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // A library that cannot be loaded causes an Error; the controller must not wait for this agent.
            LOG.error("run {}: cannot be prepared", message.getRunId(), e);
            run = null;
            reporter = null;
            runId = "";
            refuse(message, "agent: cannot prepare the run: " + e + " (hint: the agent's log has the details)");
        }
    }

    private void refuse(PrepareRun message, String why) {
        LOG.warn("run {}: refused: {}", message.getRunId(), why);
        outbox.runEnded(message.getRunId(), why);
    }

    private void start(StartSession message) {
        ClientRun current = current(message.getRunId());
        if (current != null) {
            current.start(message.getSession(), message.getPosition(), message.getIterations(), message.getSlot());
        }
    }

    private void stop(StopSession message) {
        ClientRun current = current(message.getRunId());
        if (current != null) {
            current.stop(message.getSession(), message.getNow());
        }
    }

    /** Reports the current operations that have changed; call about once a second. */
    public void reportOperations() {
        Reporter now = reporter;
        if (now != null) {
            outbox.working(now.id, now.work.sessionUpdate());
        }
    }

    /** The number of sessions of the present run in each phase. */
    public Map<SessionUpdate.Phase, Integer> phases() {
        Reporter now = reporter;
        Map<SessionUpdate.Phase, Integer> phases = new EnumMap<>(SessionUpdate.Phase.class);
        if (now != null) {
            now.latest.values().forEach(sessionUpdate -> phases.merge(sessionUpdate.phase(), 1, Integer::sum));
        }
        return phases;
    }

    private @Nullable ClientRun current(String id) {
        if (run == null || !run.id().equals(id)) {
            LOG.warn(
                    "a message for run {} is ignored: {}",
                    id,
                    run == null ? "no run is prepared" : "works on " + runId);
            return null;
        }
        return run;
    }

    /** The controller may end a run that has already ended; it needs another confirmation. */
    private void endIfCurrent(String id, String reason) {
        if (run != null && run.id().equals(id)) {
            endRun(reason);
        } else {
            outbox.runEnded(id, "not worked on by this agent");
        }
    }

    /** Ends all sessions; completes when all their processes have ended. */
    public CompletableFuture<Void> end(String reason) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        mailbox.execute(() -> {
            if (run == null) {
                done.complete(null);
            } else {
                waiting.add(done);
                endRun(reason);
            }
        });
        return done;
    }

    private void endRun(String reason) {
        grace.cancel();
        ClientRun ending = run;
        if (ending != null) {
            LOG.info("run {}: ending: {}", ending.id(), reason);
            CompletableFuture<Void> sessions = ending.end(reason);
            GuardedTasks.reportFailure("run " + ending.id() + ": the end of its sessions", sessions);
            GuardedTasks.reportFailure(
                    "run " + ending.id() + ": its end",
                    sessions.handleAsync(
                            (nothing, failure) -> {
                                ended(ending, reason);
                                return true;
                            },
                            mailbox));
        }
    }

    private void ended(ClientRun ended, String reason) {
        if (run != ended) {
            return;
        }
        over = new EndedRun(ended.id(), reason);
        run = null;
        reporter = null;
        runId = "";
        LOG.info("run {}: all sessions have ended", ended.id());
        // Pictures that wait to be encoded are finished first: they show the last failures.
        GuardedTasks.reportFailure(
                "run " + ended.id() + ": its last timings",
                CompletableFuture.runAsync(
                                GuardedTasks.guarded(() -> outbox.picturesLeftOut(ended.id(), ended.picturesLeftOut())),
                                resources.encoder())
                        .thenRunAsync(GuardedTasks.guarded(outbox::flush), resources.backgroundTasks())
                        .thenRunAsync(() -> kept(ended.id(), reason), mailbox));
    }

    /** All timings of the run are on disk. */
    private void kept(String id, String reason) {
        lastTimings.then(() -> outbox.runEnded(id, reason));
        waiting.forEach(done -> done.complete(null));
        waiting.clear();
    }

    private record EndedRun(String id, String reason) {}

    /** Reports changes of sessions; called on their executors. */
    private final class Reporter implements SessionListener {
        private final String id;
        private final CurrentOperations work = new CurrentOperations();
        private final Map<Integer, SessionUpdate> latest = new ConcurrentHashMap<>();
        private final Map<Integer, SessionUpdate> logons = new ConcurrentHashMap<>();

        private Reporter(String id) {
            this.id = id;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            switch (sessionUpdate.phase()) {
                case STARTING, WORKING ->
                    LOG.debug("run {}: session {} {}", id, sessionUpdate.session(), sessionUpdate.phase());
                case READY ->
                    LOG.info(
                            "run {}: session {} logged on in {} ms, after {} ms in this agent's queue",
                            id,
                            sessionUpdate.session(),
                            sessionUpdate.logonNanos() / 1_000_000,
                            sessionUpdate.queuedNanos() / 1_000_000);
                case FINISHED, STOPPED ->
                    LOG.info("run {}: session {} {}", id, sessionUpdate.session(), sessionUpdate.phase());
                case LOST, FAILED -> {
                    if (latest.containsKey(sessionUpdate.session())
                            && latest.get(sessionUpdate.session()).cleaningUp()) {
                        LOG.debug("run {}: session {} is cleaned up", id, sessionUpdate.session());
                    } else {
                        LOG.warn(
                                "run {}: session {} {}: {}",
                                id,
                                sessionUpdate.session(),
                                sessionUpdate.phase(),
                                sessionUpdate.detail());
                    }
                }
            }
            latest.put(sessionUpdate.session(), sessionUpdate);
            if (sessionUpdate.logonNanos() > 0) {
                logons.put(sessionUpdate.session(), sessionUpdate);
            }
            later(() -> outbox.change(id, sessionUpdate));
        }

        /** The latest reports may have been lost with the connection. */
        void resend() {
            work.resend();
            later(() -> latest.values().forEach(sessionUpdate -> outbox.change(id, withLogon(sessionUpdate))));
        }

        private void later(Runnable task) {
            resources.backgroundTasks().execute(GuardedTasks.guarded(task));
        }

        private SessionUpdate withLogon(SessionUpdate sessionUpdate) {
            SessionUpdate logon = logons.get(sessionUpdate.session());
            return logon == null ? sessionUpdate : sessionUpdate.withLogon(logon.logonNanos(), logon.queuedNanos());
        }

        @Override
        public void working(int session, String operation, Instant since) {
            work.working(session, operation, since);
        }

        @Override
        public void timed(Timing timing) {
            later(() -> outbox.timing(id, timing));
        }

        @Override
        public void sampled(Sample sample) {
            later(() -> outbox.sample(id, sample));
        }
    }
}
