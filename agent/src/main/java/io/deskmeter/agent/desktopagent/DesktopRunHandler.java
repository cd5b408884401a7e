package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.agentless.TargetPictures;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.client.outbox.TimingDrain;
import io.deskmeter.agent.client.run.GraceTimer;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.dock.Dock;
import io.deskmeter.agent.dock.DockException;
import io.deskmeter.agent.evidence.EvidenceEncoder;
import io.deskmeter.agent.evidence.EvidenceLimits;
import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodeDisplay;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.delivery.TimingQueue;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.StartWork;
import io.deskmeter.link.v1.Welcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.text.FaultText;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the requests of this session's client agent, which arrive through the controller. The link's thread passes
 * requests to one serial executor, where they run in order and may wait for the disk.
 */
final class DesktopRunHandler implements ControllerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopRunHandler.class);

    private final AgentResources resources;
    private final ContentStore store;
    private final AcceptedWorkloads accepted;
    private final Outbox outbox;
    private final TimingQueue sender;
    private final Dock.Maker docks;
    private final LogOff logOff;
    private final PairingCodeDisplay codes;
    private final XrdpSound xrdpSound;
    private final UserDisplay display;
    private final ClientExchanges exchanges;
    private final SerialExecutor mailbox;
    private final GraceTimer grace;
    private final TimingDrain lastTimings;
    private int width;
    private int height;
    private @Nullable DesktopRun run;

    /** Read by the link for its hello message, and by the sampler. */
    private volatile String runId = "";

    DesktopRunHandler(
            AgentResources resources,
            ContentStore store,
            AcceptedWorkloads accepted,
            Outbox outbox,
            TimingQueue sender,
            Dock.Maker docks,
            LogOff logOff,
            PairingCodeDisplay codes,
            XrdpSound xrdpSound,
            UserDisplay display) {
        this.display = display;
        this.resources = resources;
        this.store = store;
        this.accepted = accepted;
        this.outbox = outbox;
        this.sender = sender;
        this.docks = docks;
        this.logOff = logOff;
        this.codes = codes;
        this.xrdpSound = xrdpSound;
        this.exchanges = new ClientExchanges(outbox::desktopAgent);
        this.mailbox = new SerialExecutor(resources.blocking());
        this.grace = new GraceTimer(resources.timers(), mailbox);
        this.lastTimings = new TimingDrain(outbox, resources.nanoTime(), resources.timers(), mailbox);
    }

    /** The id of the prepared run, empty if there is none. */
    String runId() {
        return runId;
    }

    /** Sends again what the client agent has not confirmed for a while; to be called about once a second. */
    void tick() {
        exchanges.tick();
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
        outbox.connected(welcome.getStoreId());
        store.connected();
        exchanges.connected();
        LOG.info("connected to the controller");
        mailbox.execute(() -> grace.connected(welcome));
    }

    @Override
    public void disconnected(String reason) {
        sender.disconnected();
        mailbox.execute(() -> {
            // Without a link, the code cannot be confirmed.
            codes.hide();
            if (run != null) {
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
            case CONTENT_PART -> store.received(message.getContentPart());
            case DESKTOP_AGENT_MESSAGE -> {
                sender.begins(message.getDesktopAgentMessage().getRunId());
                if (exchanges.receive(message.getDesktopAgentMessage())) {
                    mailbox.execute(() -> asked(message.getDesktopAgentMessage()));
                }
            }
            case SHOW_PAIRING_CODE ->
                mailbox.execute(() -> show(message.getShowPairingCode().getCode()));
            case END_RUN -> mailbox.execute(() -> endRun(message.getEndRun()));
            default -> LOG.warn("unknown message from the controller: {}", message.getMessageCase());
        }
    }

    private void show(String code) {
        PairingCode.parse(code).ifPresentOrElse(codes::show, codes::hide);
    }

    private void asked(DesktopAgentMessage message) {
        long call = message.getCall();
        DesktopAgentReplies answers = DesktopAgentReplies.to(message, exchanges::send);
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
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed", message.getWhatCase(), e);
            answers.broken(call, e);
        }
    }

    private void asked(DesktopRun prepared, long call, DesktopAgentMessage message) {
        switch (message.getWhatCase()) {
            case OPEN_APP ->
                prepared.openApp(
                        call,
                        message.getOpenApp().getWorkload(),
                        message.getOpenApp().getNumber());
            case LAUNCH -> prepared.launch(call);
            case RUN -> prepared.run(call, message.getRun().getCommandList());
            case CLOSE_APP -> prepared.closeApp(call);
            case WORK -> work(prepared, call, message.getWork());
            case STOP ->
                prepared.answers()
                        .toUnfinished(call, prepared.stop(message.getStop().getNow(), "stopped by the client agent"));
            default -> prepared.answers().failed(call, "desktop: unknown message " + message.getWhatCase());
        }
    }

    private void prepare(DesktopAgentMessage message, DesktopAgentReplies answers) {
        PrepareDesktop wanted = message.getPrepare();
        if (run != null && run.answers().sameSession(answers)) {
            answers.done(message.getCall(), "prepared before");
            return;
        }
        // Before anything is fetched.
        Optional<String> unwanted = accepted.refusal(wanted.getRun().getWorkloadChecksumsMap());
        if (unwanted.isPresent()) {
            refuse(message, answers, unwanted.get());
            return;
        }
        CompletableFuture<Void> preparation = ending("another run is prepared")
                .thenCompose(ended -> store.provide(wanted.getRun().getWorkloadChecksumsMap()))
                .thenComposeAsync(catalog -> prepared(message, answers, catalog), mailbox);
        // Whatever it throws is the reply: the client agent waits for one, and would take its absence for a slow logon.
        GuardedTasks.reportFailure("the refusal of a run", preparation.exceptionally(failure -> {
            LOG.error("run {}: cannot be prepared", answers.run(), failure);
            answers.failed(message.getCall(), failure);
            return null;
        }));
    }

    private CompletableFuture<Void> prepared(
            DesktopAgentMessage message, DesktopAgentReplies answers, WorkloadCatalog catalog) {
        DesktopRun.Task task;
        try {
            task = task(message.getPrepare().getRun(), catalog);
        } catch (InvalidDocumentException e) {
            failed(message, answers, e);
            return CompletableFuture.completedFuture(null);
        }
        // What is here counts, and not what the message says of it.
        Optional<String> unwanted = accepted.refusal(task.workloads()).or(() -> accepted.refusal(task.profile()));
        if (unwanted.isPresent()) {
            refuse(message, answers, unwanted.get());
            return CompletableFuture.completedFuture(null);
        }
        LayoutComparison layouts = new LayoutComparison(task.profile(), task.workloads());
        if (!layouts.isNeeded()) {
            prepared(message, answers, task);
            return CompletableFuture.completedFuture(null);
        }
        return display.keyboard(resources.blocking())
                .thenAcceptAsync(
                        keyboard -> layouts.refusal(keyboard)
                                .ifPresentOrElse(
                                        why -> refuse(message, answers, why), () -> prepared(message, answers, task)),
                        mailbox);
    }

    private void prepared(DesktopAgentMessage message, DesktopAgentReplies answers, DesktopRun.Task task) {
        try {
            DesktopRun fresh = new DesktopRun(
                    task, answers, resources.sessionDesktops().start(answers.session(), width, height), mailbox);
            if (message.getPrepare().getDock()) {
                fresh.dock(docks.open(fresh.shown(), width, height, id -> mailbox.execute(() -> fresh.clicked(id))));
                xrdpSound.passOn(fresh);
            }
            run = fresh;
            runId = answers.run();
            LOG.info("run {}: session {} is prepared", runId, answers.session());
            answers.done(message.getCall(), "");
        } catch (DesktopException | DockException e) {
            failed(message, answers, e);
        }
    }

    private static void refuse(DesktopAgentMessage message, DesktopAgentReplies answers, String why) {
        LOG.warn("run {}: {}", answers.run(), why);
        answers.refused(message.getCall(), why);
    }

    private static void failed(DesktopAgentMessage message, DesktopAgentReplies answers, Exception why) {
        LOG.warn("run {}: cannot be prepared: {}", answers.run(), why.getMessage());
        answers.failed(message.getCall(), String.valueOf(why.getMessage()));
    }

    private DesktopRun.Task task(PrepareRun message, WorkloadCatalog catalog) throws InvalidDocumentException {
        RunProfile profile = RunProfiles.parse("run-profile.yaml", message.getRunProfileYaml(), catalog);
        List<Workload> workloads = new ArrayList<>();
        for (String id : profile.workloads().workloads()) {
            workloads.add(catalog.load(id));
        }
        return new DesktopRun.Task(profile, workloads, width, height);
    }

    private void work(DesktopRun prepared, long call, StartWork wanted) {
        if (prepared.isWorking()) {
            prepared.answers().failed(call, "work: has begun before (expected: once in a run)");
            return;
        }
        try {
            RunProfile profile = prepared.task().profile();
            EvidenceEncoder evidenceEncoder = new EvidenceEncoder(
                    profile.evidence(),
                    profile.thresholds(),
                    EvidenceLimits.DEFAULT,
                    resources.encoder(),
                    picture -> outbox.picture(prepared.answers().run(), picture));
            Session session = new Session(
                    prepared.settings(wanted.getIterations(), wanted.getPosition()),
                    resources.sessionContext(
                            Landmarks.load(prepared.task().workloads(), profile.calibration())
                                    .with(TargetPictures.of(profile.target(), profile.handlers())),
                            evidenceEncoder),
                    new Reporter(prepared.answers()));
            resources.pauseWatch().start();
            prepared.work(session, evidenceEncoder::dropped);
            prepared.answers().done(call, "");
        } catch (TemplateException e) {
            prepared.answers().failed(call, String.valueOf(e.getMessage()));
        }
    }

    private void logOff(long call, DesktopAgentReplies answers) {
        GuardedTasks.reportFailure(
                "the logoff",
                end("the user logs off")
                        .thenRunAsync(GuardedTasks.guarded(outbox::flush), resources.backgroundTasks())
                        .thenRunAsync(() -> lastTimings.then(() -> leave(call, answers)), mailbox));
    }

    private void release(long call, DesktopAgentReplies answers) {
        GuardedTasks.reportFailure(
                "the release of this session",
                end("the client agent has finished with this session")
                        .thenRunAsync(GuardedTasks.guarded(outbox::flush), resources.backgroundTasks())
                        .thenRunAsync(() -> lastTimings.then(() -> answers.done(call, "")), mailbox));
    }

    /** The reply must be sent before the logoff ends this process. */
    private void leave(long call, DesktopAgentReplies answers) {
        answers.done(call, "");
        try {
            logOff.run();
        } catch (IOException e) {
            LOG.error("logoff: {}", e.toString());
            answers.failed(call, "logoff: " + FaultText.reason(e) + " (expected: a command that runs)");
        }
    }

    private void endRun(EndRun message) {
        if (run != null && run.answers().run().equals(message.getRunId())) {
            endRun(message.getReason());
        }
    }

    /** Ends the prepared run; completes when all its processes have ended. */
    CompletableFuture<Void> end(String why) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        mailbox.execute(() -> {
            CompletableFuture<Void> ending = ending(why);
            GuardedTasks.reportFailure("the end of the run on this desktop", ending);
            var unused = ending.whenComplete((nothing, failure) -> done.complete(null));
        });
        return done;
    }

    private void endRun(String why) {
        GuardedTasks.reportFailure("the end of the run on this desktop", ending(why));
    }

    private CompletableFuture<Void> ending(String why) {
        grace.cancel();
        DesktopRun over = run;
        run = null;
        runId = "";
        if (over == null) {
            return CompletableFuture.completedFuture(null);
        }
        String id = over.answers().run();
        LOG.info("run {}: ends here: {}", id, why);
        // Pictures that wait to be encoded are finished first: they show the last failures.
        return over.end(why)
                .thenRunAsync(
                        GuardedTasks.guarded(() -> outbox.picturesLeftOut(id, over.picturesLeftOut())),
                        resources.encoder())
                .thenRunAsync(resources.pauseWatch()::stop, mailbox);
    }

    /** Reports the changes of the session on this screen; called on its executor. */
    private final class Reporter implements SessionListener {
        private final DesktopAgentReplies answers;

        private Reporter(DesktopAgentReplies answers) {
            this.answers = answers;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            LOG.debug("session {}: {} {}", sessionUpdate.session(), sessionUpdate.phase(), sessionUpdate.detail());
            resources
                    .backgroundTasks()
                    .execute(() -> exchanges.send(
                            answers.message(0).build(),
                            () -> outbox.delegatedChange(answers.message(0), answers.run(), sessionUpdate)));
        }

        @Override
        public void timed(Timing timing) {
            resources.backgroundTasks().execute(() -> outbox.timing(answers.run(), timing));
        }

        @Override
        public void sampled(Sample sample) {
            resources.backgroundTasks().execute(() -> outbox.sample(answers.run(), sample));
        }
    }
}
