package io.deskmeter.agent.role;

import io.deskmeter.agent.concurrent.SerialExecutor;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.dock.Dock;
import io.deskmeter.agent.dock.DockException;
import io.deskmeter.agent.evidence.Darkroom;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodes;
import io.deskmeter.agent.run.Grace;
import io.deskmeter.agent.run.LastTimings;
import io.deskmeter.agent.run.Machinery;
import io.deskmeter.agent.run.Outbox;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionNews;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.link.ControllerHandler;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.v1.DeskChange;
import io.deskmeter.link.v1.DeskMessage;
import io.deskmeter.link.v1.DeskPrepare;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.Timing;
import io.deskmeter.vision.TemplateException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the client of this session asks, by way of the controller. The link's thread passes everything on to one serial executor, where one thing
 * is done after the other and may wait for the disk.
 */
final class Attendant implements ControllerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Attendant.class);

    private final Machinery machinery;
    private final ContentStore store;
    private final Outbox outbox;
    private final TimingSender sender;
    private final Dock.Maker docks;
    private final LogOff logOff;
    private final PairingCodes codes;
    private final SerialExecutor mailbox;
    private final Grace grace;
    private final LastTimings lastTimings;
    private int width;
    private int height;
    private @Nullable DeskRun run;

    /** Read by the link when it says hello, and by the sampler. */
    private volatile String runId = "";

    Attendant(
            Machinery machinery,
            ContentStore store,
            Outbox outbox,
            TimingSender sender,
            Dock.Maker docks,
            LogOff logOff,
            PairingCodes codes) {
        this.machinery = machinery;
        this.store = store;
        this.outbox = outbox;
        this.sender = sender;
        this.docks = docks;
        this.logOff = logOff;
        this.codes = codes;
        this.mailbox = new SerialExecutor(machinery.blocking());
        this.grace = new Grace(machinery.timers(), mailbox);
        this.lastTimings = new LastTimings(outbox, machinery.nanoTime(), machinery.timers(), mailbox);
    }

    /** Of the run that is prepared, empty if none. */
    String runId() {
        return runId;
    }

    /** The display has this size. */
    void sized(int newWidth, int newHeight) {
        mailbox.execute(() -> {
            width = newWidth;
            height = newHeight;
            if (run != null) {
                run.screen(width, height);
            }
        });
    }

    @Override
    public void connected(Welcome welcome) {
        outbox.connected();
        store.connected();
        LOG.info("connected to the controller");
        mailbox.execute(() -> grace.connected(welcome));
    }

    @Override
    public void disconnected(String reason) {
        sender.disconnected();
        mailbox.execute(() -> {
            // Nobody can say any more that it has been seen.
            codes.hide();
            if (run != null) {
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
            case CONTENT_PART -> store.received(message.getContentPart());
            case DESK -> mailbox.execute(() -> asked(message.getDesk()));
            case SHOW_PAIRING_CODE ->
                mailbox.execute(() -> show(message.getShowPairingCode().getCode()));
            case END_RUN -> mailbox.execute(() -> endRun(message.getEndRun()));
            default -> LOG.warn("unknown message from the controller: {}", message.getMessageCase());
        }
    }

    private void show(String code) {
        PairingCode.parse(code).ifPresentOrElse(codes::show, codes::hide);
    }

    private void asked(DeskMessage message) {
        long call = message.getCall();
        Answers answers = Answers.to(message, outbox::desk);
        try {
            switch (message.getWhatCase()) {
                case PREPARE -> prepare(message, answers);
                case LOG_OFF -> logOff(call, answers);
                case RELEASE -> release(call, answers);
                default -> {
                    if (run == null || !run.answers().sameSession(answers)) {
                        answers.failed(
                                call,
                                "desktop: " + message.getWhatCase() + " of run " + message.getRunId() + ", session "
                                        + message.getSession() + " (expected: prepared before)");
                        return;
                    }
                    asked(run, call, message);
                }
            }
        } catch (RuntimeException e) {
            LOG.error("{} failed", message.getWhatCase(), e);
            answers.failed(call, "fault of the desktop agent: " + e);
        }
    }

    private void asked(DeskRun prepared, long call, DeskMessage message) {
        switch (message.getWhatCase()) {
            case OPEN_VISIT ->
                prepared.openVisit(
                        call,
                        message.getOpenVisit().getWorkload(),
                        message.getOpenVisit().getNumber());
            case LAUNCH -> prepared.launch(call);
            case RUN -> prepared.run(call, message.getRun().getCommandList());
            case CLOSE_VISIT -> prepared.closeVisit(call);
            case WORK -> work(prepared, call, message.getWork().getIterations());
            case STOP -> {
                var unused = prepared.stop(message.getStop().getNow(), "as the client asked")
                        .thenRun(() -> prepared.answers().done(call, ""));
            }
            default -> prepared.answers().failed(call, "desktop: unknown message " + message.getWhatCase());
        }
    }

    private void prepare(DeskMessage message, Answers answers) {
        DeskPrepare wanted = message.getPrepare();
        if (run != null && run.answers().sameSession(answers)) {
            answers.done(message.getCall(), "prepared before");
            return;
        }
        var unused = ending("another run is prepared")
                .thenCompose(ended -> store.provide(wanted.getRun().getWorkloadChecksumsMap()))
                .whenCompleteAsync(
                        (catalog, failure) -> {
                            if (failure == null) {
                                prepared(message, answers, catalog);
                            } else {
                                answers.failed(message.getCall(), Answers.reason(failure));
                            }
                        },
                        mailbox);
    }

    private void prepared(DeskMessage message, Answers answers, WorkloadCatalog catalog) {
        DeskPrepare wanted = message.getPrepare();
        try {
            DeskRun.Task task = task(wanted.getRun(), catalog);
            DeskRun fresh =
                    new DeskRun(task, answers, machinery.workplaces().start(answers.session(), width, height), mailbox);
            if (wanted.getDock()) {
                fresh.dock(docks.open(fresh.shown(), width, height, id -> mailbox.execute(() -> fresh.clicked(id))));
            }
            run = fresh;
            runId = answers.run();
            LOG.info("run {}: session {} is prepared", runId, answers.session());
            answers.done(message.getCall(), "");
        } catch (InvalidDocumentException | DesktopException | DockException e) {
            LOG.warn("run {}: cannot be prepared: {}", answers.run(), e.getMessage());
            answers.failed(message.getCall(), String.valueOf(e.getMessage()));
        }
    }

    private DeskRun.Task task(PrepareRun message, WorkloadCatalog catalog) throws InvalidDocumentException {
        RunProfile profile = RunProfiles.parse("run-profile.yaml", message.getRunProfileYaml(), catalog);
        List<Workload> workloads = new ArrayList<>();
        for (String id : profile.workloads().workloads()) {
            workloads.add(catalog.load(id));
        }
        return new DeskRun.Task(profile, workloads, width, height);
    }

    private void work(DeskRun prepared, long call, int iterations) {
        if (prepared.isWorking()) {
            prepared.answers().failed(call, "work: has begun before (expected: once in a run)");
            return;
        }
        try {
            RunProfile profile = prepared.task().profile();
            Darkroom darkroom = new Darkroom(
                    profile.evidence(),
                    profile.thresholds(),
                    EvidenceLimits.DEFAULT,
                    machinery.encoder(),
                    picture -> outbox.picture(prepared.answers().run(), picture));
            Session session = new Session(
                    prepared.settings(iterations),
                    machinery.surroundings(Landmarks.load(prepared.task().workloads()), darkroom),
                    new Reporter(prepared.answers()));
            prepared.work(session);
            prepared.answers().done(call, "");
        } catch (TemplateException e) {
            prepared.answers().failed(call, String.valueOf(e.getMessage()));
        }
    }

    private void logOff(long call, Answers answers) {
        var unused = end("the user logs off")
                .thenRunAsync(() -> outbox.flush(), machinery.chores())
                .thenRunAsync(() -> lastTimings.then(() -> leave(call, answers)), mailbox);
    }

    private void release(long call, Answers answers) {
        var unused = end("the client has done with this session")
                .thenRunAsync(() -> outbox.flush(), machinery.chores())
                .thenRunAsync(() -> lastTimings.then(() -> answers.done(call, "")), mailbox);
    }

    /** The answer has to leave before this process is the last of its session. */
    private void leave(long call, Answers answers) {
        answers.done(call, "");
        try {
            logOff.run();
        } catch (IOException e) {
            LOG.error("logoff: {}", e.toString());
            answers.failed(call, "logoff: " + e + " (expected: a command that runs)");
        }
    }

    private void endRun(EndRun message) {
        if (run != null && run.answers().run().equals(message.getRunId())) {
            endRun(message.getReason());
        }
    }

    /** Ends what is prepared; completes when nothing of it runs any more. */
    CompletableFuture<Void> end(String why) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        mailbox.execute(() -> {
            var unused = ending(why).whenComplete((nothing, failure) -> done.complete(null));
        });
        return done;
    }

    private void endRun(String why) {
        var unused = ending(why);
    }

    private CompletableFuture<Void> ending(String why) {
        grace.cancel();
        DeskRun over = run;
        run = null;
        runId = "";
        if (over == null) {
            return CompletableFuture.completedFuture(null);
        }
        LOG.info("run {}: ends here: {}", over.answers().run(), why);
        return over.end(why);
    }

    /** Passes on what the session on the own screen says; called on its executor. */
    private final class Reporter implements SessionListener {
        private final Answers answers;

        private Reporter(Answers answers) {
            this.answers = answers;
        }

        @Override
        public void changed(SessionNews news) {
            LOG.debug("session {}: {} {}", news.session(), news.phase(), news.detail());
            machinery
                    .chores()
                    .execute(() -> outbox.desk(answers.message(0)
                            .setChange(DeskChange.newBuilder().setChange(outbox.encode(answers.run(), news)))
                            .build()));
        }

        @Override
        public void timed(Timing timing) {
            machinery.chores().execute(() -> outbox.timing(answers.run(), timing));
        }
    }
}
