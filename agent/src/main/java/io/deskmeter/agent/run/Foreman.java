package io.deskmeter.agent.run;

import io.deskmeter.agent.concurrent.Periodic;
import io.deskmeter.agent.concurrent.SerialExecutor;
import io.deskmeter.agent.desk.Desks;
import io.deskmeter.agent.evidence.Darkroom;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionNews;
import io.deskmeter.link.ControllerHandler;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.Timing;
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
 * Does what the controller says. Hears the link on the link's thread and passes everything on to one serial executor, where the run lives:
 * preparing loads files, and the link must not wait for that.
 */
final class Foreman implements ControllerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Foreman.class);

    private final Workshop workshop;
    private final WorkloadCatalog catalog;
    private final Outbox outbox;
    private final TimingSender sender;
    private final Workers workers;
    private final Desks desks;
    private final Lookout lookout;
    private final SerialExecutor mailbox;
    private final Grace grace;
    private final LastTimings lastTimings;
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private @Nullable AgentRun run;
    private volatile @Nullable Reporter reporter;

    /** Read by the link when it says hello. */
    private volatile String runId = "";

    Foreman(
            Workshop workshop,
            WorkloadCatalog catalog,
            Outbox outbox,
            TimingSender sender,
            Workers workers,
            Desks desks) {
        this.workers = workers;
        this.desks = desks;
        this.workshop = workshop;
        this.catalog = catalog;
        this.outbox = outbox;
        this.sender = sender;
        this.lookout = new Lookout(outbox, workshop.encoder());
        this.mailbox = new SerialExecutor(workshop.pool());
        this.grace = new Grace(workshop.timers(), mailbox);
        this.lastTimings = new LastTimings(outbox, workshop.nanoTime(), workshop.timers(), mailbox);
    }

    /** Of the run that is being worked, empty if none. */
    String runId() {
        return runId;
    }

    @Override
    public void connected(Welcome welcome) {
        outbox.connected();
        LOG.info("connected to the controller");
        mailbox.execute(() -> {
            grace.connected(welcome);
            Reporter now = reporter;
            if (now != null) {
                now.tellAgain();
            }
        });
    }

    @Override
    public void disconnected(String reason) {
        sender.disconnected();
        mailbox.execute(() -> {
            if (run != null) {
                LOG.warn(
                        "run {}: goes on without its controller for at most {} s",
                        runId,
                        grace.time().toSeconds());
                grace.away(this::endRun);
            }
        });
    }

    @Override
    public void refused(String reason) {
        LOG.warn("the controller refused this agent: {}", reason);
        mailbox.execute(() -> endRun("the controller refused this agent: " + reason));
    }

    @Override
    public void received(FromController message) {
        switch (message.getMessageCase()) {
            case TIMING_ACK -> sender.acknowledged(message.getTimingAck());
            case PREPARE_RUN -> mailbox.execute(() -> prepare(message.getPrepareRun()));
            case START_SESSION -> mailbox.execute(() -> start(message.getStartSession()));
            case STOP_SESSION -> mailbox.execute(() -> stop(message.getStopSession()));
            case END_RUN ->
                mailbox.execute(() -> endIfCurrent(
                        message.getEndRun().getRunId(), message.getEndRun().getReason()));
            case DESK -> desks.received(message.getDesk());
            case FRAME_WANTED -> mailbox.execute(() -> lookout.show(run, message.getFrameWanted()));
            case WELCOME, REFUSED, PING, CONTENT_PART, CHECK, SHOW_PAIRING_CODE, MESSAGE_NOT_SET ->
                LOG.warn("unknown message from the controller: {}", message.getMessageCase());
        }
    }

    private void prepare(PrepareRun message) {
        AgentRun current = run;
        if (current != null) {
            if (!current.id().equals(message.getRunId())) {
                refuse(message, "agent: still works on run " + current.id() + " (expected: free)");
            }
            return;
        }
        // Preparing takes a while: whoever connects meanwhile must not seem to have forgotten the run.
        runId = message.getRunId();
        try {
            Preparing prepared = Preparing.of(message, catalog);
            workers.require(prepared.profile());
            Darkroom darkroom = new Darkroom(
                    prepared.profile().evidence(),
                    prepared.profile().thresholds(),
                    EvidenceLimits.DEFAULT,
                    workshop.encoder(),
                    picture -> outbox.picture(prepared.id(), picture));
            Reporter listener = new Reporter(prepared.id());
            reporter = listener;
            run = new AgentRun(
                    prepared,
                    workshop.surroundings(prepared.landmarks(), darkroom),
                    listener,
                    workers,
                    darkroom::dropped);
            LOG.info("run {}: prepared ({})", prepared.id(), prepared.profile().title());
        } catch (RunRefusedException e) {
            runId = "";
            refuse(message, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // A library that cannot be loaded is an Error; the controller must not wait for this agent.
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
        AgentRun current = current(message.getRunId());
        if (current != null) {
            current.start(message.getSession(), message.getIterations(), message.getSeat());
        }
    }

    private void stop(StopSession message) {
        AgentRun current = current(message.getRunId());
        if (current != null) {
            current.stop(message.getSession(), message.getNow());
        }
    }

    /** Tells what sessions work on, where that is news; to be called about once a second. */
    void tellWork() {
        Reporter now = reporter;
        if (now != null) {
            outbox.working(now.id, now.work.news());
        }
    }

    /** How many sessions of the present run are in each phase. */
    Map<SessionNews.Phase, Integer> phases() {
        Reporter now = reporter;
        Map<SessionNews.Phase, Integer> phases = new EnumMap<>(SessionNews.Phase.class);
        if (now != null) {
            now.latest.values().forEach(news -> phases.merge(news.phase(), 1, Integer::sum));
        }
        return phases;
    }

    private @Nullable AgentRun current(String id) {
        if (run == null || !run.id().equals(id)) {
            LOG.warn(
                    "a message for run {} comes in vain: {}",
                    id,
                    run == null ? "no run is prepared" : "works on " + runId);
            return null;
        }
        return run;
    }

    /** The controller may ask for the end of a run that is over already; it must hear so again. */
    private void endIfCurrent(String id, String reason) {
        if (run != null && run.id().equals(id)) {
            endRun(reason);
        } else {
            outbox.runEnded(id, "not worked on by this agent");
        }
    }

    /** Ends all sessions; completes when nothing of them is left running. */
    CompletableFuture<Void> end(String reason) {
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
        AgentRun over = run;
        if (over != null) {
            LOG.info("run {}: ends: {}", over.id(), reason);
            var unused = over.end(reason)
                    .whenCompleteAsync(
                            (nothing, failure) -> {
                                if (failure != null) {
                                    LOG.error("run {}: not all of its sessions have ended well", over.id(), failure);
                                }
                                ended(over, reason);
                            },
                            mailbox);
        }
    }

    private void ended(AgentRun over, String reason) {
        if (run != over) {
            return;
        }
        run = null;
        reporter = null;
        runId = "";
        LOG.info("run {}: all sessions have ended", over.id());
        // The pictures that wait to be encoded come first: they are those of what went wrong last.
        var unused = CompletableFuture.runAsync(
                        Periodic.guarded(() -> outbox.picturesLeftOut(over.id(), over.picturesLeftOut())),
                        workshop.encoder())
                .thenRunAsync(Periodic.guarded(outbox::flush), workshop.chores())
                .thenRunAsync(() -> kept(over.id(), reason), mailbox);
    }

    /** All timings of the run are on disk. */
    private void kept(String id, String reason) {
        lastTimings.then(() -> outbox.runEnded(id, reason));
        waiting.forEach(done -> done.complete(null));
        waiting.clear();
    }

    /** Passes on what sessions say; called on their executors. */
    private final class Reporter implements SessionListener {
        private final String id;
        private final WorkNews work = new WorkNews();
        private final Map<Integer, SessionNews> latest = new ConcurrentHashMap<>();
        private final Map<Integer, Long> logons = new ConcurrentHashMap<>();

        private Reporter(String id) {
            this.id = id;
        }

        @Override
        public void changed(SessionNews news) {
            switch (news.phase()) {
                case STARTING, WORKING -> LOG.debug("run {}: session {} {}", id, news.session(), news.phase());
                case READY ->
                    LOG.info(
                            "run {}: session {} logged on in {} ms", id, news.session(), news.logonNanos() / 1_000_000);
                case FINISHED, STOPPED -> LOG.info("run {}: session {} {}", id, news.session(), news.phase());
                case LOST, FAILED ->
                    LOG.warn("run {}: session {} {}: {}", id, news.session(), news.phase(), news.detail());
            }
            latest.put(news.session(), news);
            if (news.logonNanos() > 0) {
                logons.put(news.session(), news.logonNanos());
            }
            later(() -> outbox.change(id, news));
        }

        /** A line that broke may have swallowed what was told last. */
        void tellAgain() {
            work.tellAgain();
            later(() -> latest.values().forEach(news -> outbox.change(id, withLogon(news))));
        }

        private void later(Runnable chore) {
            workshop.chores().execute(Periodic.guarded(chore));
        }

        private SessionNews withLogon(SessionNews news) {
            long logon = logons.getOrDefault(news.session(), 0L);
            return new SessionNews(news.session(), news.phase(), news.detail(), news.iteration(), logon);
        }

        @Override
        public void working(int session, String operation, Instant since) {
            work.working(session, operation, since);
        }

        @Override
        public void timed(Timing timing) {
            later(() -> outbox.timing(id, timing));
        }
    }
}
