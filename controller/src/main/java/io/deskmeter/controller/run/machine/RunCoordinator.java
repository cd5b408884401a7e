package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.CapacitySearch;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.search.SearchContext;
import io.deskmeter.measure.search.SearchDecision;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.validity.Validity;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.measure.verdict.OverloadRule;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Implements the actions of the transition table. Runs on the run's mailbox only. */
final class RunCoordinator implements RunActions {
    private final RunActionContext stage;
    private final RunContext runContext;
    private final AgentCommands commands;
    private final AgentPort agents;
    private final RunJournal journal;
    private final RunSettings settings;
    private final InstantSource wall;
    private final RunPlan plan;
    private final StageDeadlines deadlines;
    private final SessionScaler scaler;
    private final SearchClock clock;
    /** How many verdicts are being made again because of losses that were told late. */
    private int judgingAgain;
    /** How many timings and samples that count had come when the deadline for the rest was set. */
    private int came;

    private @Nullable JudgedPoint judged;

    RunCoordinator(
            RunActionContext stage,
            RunContext runContext,
            AgentCommands commands,
            AgentPort agents,
            RunJournal journal,
            RunSettings settings,
            InstantSource wall) {
        this.stage = stage;
        this.runContext = runContext;
        this.commands = commands;
        this.agents = agents;
        this.journal = journal;
        this.settings = settings;
        this.wall = wall;
        this.plan = runContext.plan();
        this.deadlines = new StageDeadlines(plan);
        this.scaler = new SessionScaler(stage, runContext, commands, journal, wall);
        this.clock = new SearchClock(stage::nanoTime);
    }

    SessionScaler scaler() {
        return scaler;
    }

    @Override
    public void findAgents() {
        stage.deadline(StageDeadlines.AGENT, RunEvent.GIVEN_UP, () -> agents.whyNoAgents(AgentPort.Wanted.of(plan)));
        tryReserve();
    }

    /** Takes all agents that will do, if they are enough. */
    void tryReserve() {
        List<AgentPort.Reserved> found = agents.reserve(plan.id(), AgentPort.Wanted.of(plan));
        if (!found.isEmpty()) {
            runContext.assignedAgents().assign(found);
            found.forEach(agent -> stage.write(() -> journal.agent(plan.id(), agent)));
            stage.raise(RunEvent.AGENTS_FOUND);
        }
    }

    @Override
    public void prepare() {
        List<AssignedAgents.Member> assignedAgents = runContext.assignedAgents().left();
        stage.note(AssignedAgents.names(assignedAgents));
        assignedAgents.forEach(member -> commands.prepare(member.id()));
        next(wanted() instanceof SearchDecision.Measure measure ? measure : new SearchDecision.Measure(1));
        openPoint();
        if (plan.profile().load() instanceof Load.FindMax search) {
            search.budget().ifPresent(budget -> stage.after(budget.minus(clock.elapsed()), this::budgetSpent));
        }
    }

    /** The first load point goes on: without it there is no answer. */
    private void budgetSpent() {
        boolean measuring = stage.state() == RunState.RAMPING_UP || stage.state() == RunState.STEADY;
        if (measuring && !runContext.measured().isEmpty()) {
            stage.raise(RunEvent.BUDGET_SPENT);
        }
    }

    /** Makes the load point that {@link #openPoint} opens. */
    private void next(SearchDecision.Measure asked) {
        int number = runContext.judged().size();
        runContext.point(
                new LoadPointProgress(number, asked, plan.metrics(), wall.instant(), runContext.pointOrNull()));
        if (!asked.why().isEmpty()) {
            stage.note("the next load point answers " + asked.why());
        }
    }

    private SearchDecision wanted() {
        if (earlierFailed()) {
            return new SearchDecision.Done(soFar(""));
        }
        SearchContext context = new SearchContext(
                CapacitySearch.MAX_EXTENSIONS, plan.profile().workloads().steadyIterations(), clock.elapsed());
        return CapacitySearch.next(plan.profile().load(), runContext.measured(), context);
    }

    /**
     * The points that the answer comes from. Loads that are no searches stop at the first that does not pass, so what
     * was measured before a loss in it was told says nothing more.
     */
    private List<MeasuredPoint> decisive() {
        List<MeasuredPoint> measured = runContext.measured();
        for (int i = 0; i < measured.size() && !plan.searches(); i++) {
            if (!measured.get(i).summary().pass()) {
                return measured.subList(0, i + 1);
            }
        }
        return measured;
    }

    private boolean earlierFailed() {
        return decisive().size() < runContext.measured().size();
    }

    private Capacity soFar(String why) {
        return CapacitySearch.soFar(plan.profile().load(), decisive(), why);
    }

    @Override
    public void openPoint() {
        int working =
                plan.profile().load().fresh() ? 0 : runContext.sessions().live().size();
        clock.pointOpened(Math.max(0, runContext.point().sessions() - working));
        scaler.open(runContext.point());
        Duration bound = deadlines.rampUp(scaler.toStart());
        stage.deadline(
                scaler.awaitsSurplusSessions() ? bound.plus(deadlines.rampDown()) : bound,
                () -> SessionTracker.names(scaler.missing()),
                this::rampUpLate);
    }

    /**
     * A session that ignores a command or never reports is a harness error. A session that is slow is the platform's.
     */
    private void rampUpLate(String reason) {
        List<SessionTracker.Entry> missing = scaler.missing();
        boolean ignoredCommand =
                missing.stream().anyMatch(entry -> entry.leaving() || entry.phase() == SessionPhase.ASKED);
        if (ignoredCommand) {
            runContext.outcome(RunEvent.INVALIDATED, reason);
            stage.raise(RunEvent.DEADLINE);
        } else {
            late(PointFailure.Kind.RAMP_UP_TIMEOUT, "had not warmed up in time", missing);
        }
    }

    private void steadyLate(String reason) {
        late(
                PointFailure.Kind.STEADY_TIMEOUT,
                "had not finished the measured iterations in time",
                runContext.point().behind(runContext.sessions()));
    }

    private void late(PointFailure.Kind kind, String what, List<SessionTracker.Entry> missing) {
        String words = missing.size() + " of " + Plural.of(runContext.point().sessions(), "session") + " " + what + ": "
                + SessionTracker.names(missing);
        runContext
                .point()
                .failLate(
                        new PointFailure(kind, words),
                        missing.stream().map(SessionTracker.Entry::session).collect(Collectors.toSet()));
        scaler.dismiss(missing);
        stage.raise(RunEvent.POINT_FAILED);
    }

    @Override
    public void failPoint() {
        LoadPointProgress point = runContext.point();
        if (!point.lacksByFaults(runContext)) {
            point.fail(point.shortage(runContext)
                    .orElseGet(() -> new PointFailure(
                            PointFailure.Kind.TOO_FEW_WORKING,
                            "none of " + Plural.of(point.sessions(), "session") + " is left")));
        }
        scaler.cancelStarts();
        point.cut(runContext.sessions());
        awaitTimings();
    }

    @Override
    public void endEarly() {
        LoadPointProgress point = runContext.point();
        point.endEarly();
        point.windowClosed(stage.nanoTime());
        stage.note(
                "the load point of " + Plural.of(point.sessions(), "session") + " ends early: " + point.endedEarly());
        judge();
    }

    @Override
    public void startMissing() {
        scaler.startMissing();
    }

    @Override
    public void openWindow() {
        LoadPointProgress point = runContext.point();
        int iterations = point.iterations(plan.profile().workloads());
        for (SessionTracker.Entry entry : runContext.sessions().live()) {
            point.count(entry.session(), firstCounted(entry), iterations);
        }
        point.windowOpened(runContext.sessions(), iterations, wall.instant(), stage.nanoTime());
        if (plan.searches() && point.brief()) {
            point.endEarlyBy(overloadRule(point));
        }
        clock.windowOpened(iterations);
        steadyDeadline();
    }

    private OverloadRule overloadRule(LoadPointProgress point) {
        Map<Integer, Integer> iterations = new HashMap<>();
        point.counted().forEach((session, range) -> iterations.put(session, range.length()));
        return new OverloadRule(
                plan.operations(runContext.sessions().positions()).groups(iterations),
                plan.profile().thresholds());
    }

    /** The iteration whose very start opened the window is the first that was started under full load. */
    private int firstCounted(SessionTracker.Entry entry) {
        return entry.session() == stage.lastIterationStarted() ? entry.iteration() : entry.iteration() + 1;
    }

    private void steadyDeadline() {
        LoadPointProgress point = runContext.point();
        stage.deadline(
                deadlines.steady(), () -> SessionTracker.names(point.behind(runContext.sessions())), this::steadyLate);
    }

    @Override
    public void extendWindow() {
        int more = plan.profile().workloads().steadyIterations();
        runContext.point().extend(runContext.sessions(), more, stage.nanoTime());
        clock.extended(more);
        stage.note(runContext.point().question());
        steadyDeadline();
    }

    @Override
    public void awaitTimings() {
        runContext.point().windowClosed(stage.nanoTime());
        came = runContext.point().came();
        timingsDeadline(StageDeadlines.TIMINGS);
    }

    /** Timings that are on their way are waited for as long as some come. */
    void timingsCame() {
        if (stage.state() == RunState.JUDGING && runContext.awaitingTimings()) {
            int now = runContext.point().came();
            // Sessions go on meanwhile: what they work now does not count.
            if (now > came) {
                came = now;
                timingsDeadline(StageDeadlines.TIMINGS);
            }
        }
    }

    private void timingsDeadline(Duration bound) {
        stage.deadline(bound, RunEvent.COMPLETED, this::missingTimings);
    }

    private String missingTimings() {
        int missing = runContext.point().missing(runContext.sessions(), runContext.iterationSize());
        int samples = runContext.point().missingSamples(runContext.sessions());
        String timings = Plural.of(missing, "timing");
        return samples == 0 ? timings : timings + " and " + Plural.of(samples, "sample");
    }

    @Override
    public void judgeIncomplete() {
        judge();
    }

    @Override
    public void judge() {
        stage.clearDeadline();
        LoadPointProgress point = runContext.point();
        point.beginJudging();
        clock.pointEnded(point.shareWorked());
        computeVerdict(point, wall.instant(), point.resources().view(), this::judged);
    }

    private void computeVerdict(
            LoadPointProgress point, Instant endedAt, PointResources used, BiConsumer<JudgedPoint, Set<Integer>> then) {
        Set<Integer> known = Set.copyOf(point.discarded());
        point.shortage(runContext).ifPresent(point::fail);
        PointRecord record = record(point, endedAt, used);
        TimingList steady = point.steady();
        SampleList samples = point.steadySamples();
        Map<Integer, Integer> positions = runContext.sessions().positions();
        Set<Integer> onUsedDesktops = runContext.sessions().everFollowed();
        Set<Integer> followers = point.mayFailBy(onUsedDesktops) ? onUsedDesktops : Set.of();
        stage.computeAsync(
                "the verdict on " + Plural.of(point.sessions(), "session"),
                () -> JudgeTask.judge(plan, positions, record, steady, samples, followers),
                verdict -> then.accept(verdict, known));
    }

    /** @param known the sessions that had stopped working when its computation began */
    private void judged(JudgedPoint verdict, Set<Integer> known) {
        LoadPointProgress point = runContext.point();
        if (!known.equals(point.discarded())) {
            // A loss was told while it was being judged.
            computeVerdict(point, verdict.record().endedAt(), point.resources().view(), this::judged);
            return;
        }
        judged = verdict;
        point.judgedWithout(known);
        stage.raise(RunEvent.JUDGED);
    }

    /**
     * A session was lost while iterations of a load point counted that has been judged without knowing it: the loss
     * belongs to that one, whenever it is told.
     */
    void judgeAgain(LoadPointProgress point, int session) {
        if (point.number() >= runContext.judged().size()) {
            return;
        }
        judgingAgain++;
        // Hosts are sampled until the run ends: what they did since its verdict is not part of the point.
        PointRecord first = runContext.judged().get(point.number()).record();
        computeVerdict(
                point,
                first.endedAt(),
                first.resources(),
                (verdict, known) -> judgedAgain(point, session, verdict, known));
    }

    private void judgedAgain(LoadPointProgress point, int session, JudgedPoint verdict, Set<Integer> known) {
        judgingAgain--;
        if (!known.equals(point.discarded())) {
            // Another loss was told meanwhile. Verdicts may be made in any order, so this one may not replace that.
            judgeAgain(point, session);
            return;
        }
        point.judgedWithout(known);
        JudgedPoint before = runContext.judged().get(point.number());
        LoadPointSummary first = before.summary();
        runContext.judged(verdict, runContext.times(point.number()));
        stage.write(() -> journal.loadPoint(plan.id(), verdict.record()));
        LoadPoint shown = LoadPoint.of(verdict);
        stage.note(Plural.of(shown.sessions(), "session") + " judged again, as " + stopped(session) + " meanwhile: "
                + shown.verdictWords()
                + (shown.pass() ? "" : ": " + shown.limitWords()));
        LoadPointSummary now = verdict.summary();
        if (first.pass() && !now.pass()) {
            // Without the loss this would make the run invalid when it ends. A loss does not make it valid.
            checksOf(List.of(before)).stream().filter(check -> !check.kept()).forEach(this::invalidBy);
        }
        if (!now.isJudged() && first.isJudged()) {
            notJudgedAfterAll(now, session);
        } else if (isEnding()) {
            answerAgain();
        } else if (now.isJudged() && !now.pass() && (first.pass() || !first.isJudged()) && !plan.searches()) {
            stage.raise(RunEvent.EARLIER_POINT_FAILED);
        }
    }

    /**
     * Sessions have gone on since, so a point that has ended cannot be repeated as it was: the run cannot say more than
     * it knows.
     */
    private void notJudgedAfterAll(LoadPointSummary now, int session) {
        runContext.outcome(
                RunEvent.INVALIDATED,
                "the load point of " + Plural.of(now.sessions(), "session") + " is not judged after all, as "
                        + stopped(session) + " meanwhile, and cannot be repeated: " + now.notJudged());
        if (hasAnswer()) {
            runContext.capacity(answerNow("an earlier point was not judged after all"));
        }
        stage.raise(RunEvent.STOP);
    }

    private String stopped(int session) {
        boolean fault = !runContext.sessions().faults(Set.of(session)).isEmpty();
        return "session " + session + (fault ? " was ended by an error of Deskmeter" : " was lost");
    }

    /** The answer may rest on a verdict that has changed. */
    private void answerAgain() {
        if (hasAnswer()) {
            runContext.capacity(answerNow("a loss was told when the search had ended"));
        }
    }

    /**
     * Whether the run answers what it knows. One that ended without an answer, as it was stopped, gets none because of
     * a loss.
     */
    private boolean hasAnswer() {
        return !isEnding() || runContext.capacity() != null;
    }

    private boolean isEnding() {
        return stage.state() == RunState.RAMPING_DOWN || stage.state() == RunState.ENDING;
    }

    /** Whether that point has its verdict, and no other follows. */
    boolean hasEnded(LoadPointProgress point) {
        return isEnding()
                && point.isOver()
                && point.number() < runContext.judged().size();
    }

    @Override
    public void keepVerdict() {
        JudgedPoint verdict = Objects.requireNonNull(judged, "judged");
        runContext.judged(verdict, clock.times());
        stage.write(() -> journal.loadPoint(plan.id(), verdict.record()));
        LoadPoint shown = LoadPoint.of(verdict);
        String limit = shown.failure() == null && shown.notJudged() == null ? "" : ": " + shown.limitWords();
        stage.note(Plural.of(shown.sessions(), "session") + ": " + shown.verdictWords() + limit);
    }

    @Override
    public void search() {
        keepVerdict();
        LoadPointSummary last = Objects.requireNonNull(judged, "judged").summary();
        if (last.isJudged() || earlierFailed()) {
            follow(wanted());
        } else {
            again(last);
        }
    }

    /** A point that says nothing of the platform is repeated once; then the run cannot say more than it knows. */
    private void again(LoadPointSummary last) {
        List<JudgedPoint> all = runContext.judged();
        boolean repeated = all.size() > 1
                && !all.get(all.size() - 2).summary().isJudged()
                && all.get(all.size() - 2).record().sessions() == last.sessions();
        if (!repeated) {
            // Other users have nothing left open; those that were used before come last.
            if (JudgeTask.leftovers(
                            all.get(all.size() - 1),
                            runContext.point().steady(),
                            runContext.sessions().everFollowed())
                    .isPresent()) {
                scaler.dismiss(runContext.sessions().followers());
            }
            follow(new SearchDecision.Measure(
                    last.sessions(),
                    all.get(all.size() - 1).record().brief(),
                    last.sessions() + " again: not judged, " + last.notJudged()));
            return;
        }
        if (!runContext.measured().isEmpty()) {
            runContext.capacity(soFar("the point that followed was not judged"));
        }
        runContext.outcome(
                RunEvent.INVALIDATED,
                "the load point of " + Plural.of(last.sessions(), "session") + " was not judged, twice: "
                        + last.notJudged());
        stage.raise(RunEvent.SEARCH_DONE);
    }

    @Override
    public void answer() {
        String sessions = Plural.of(runContext.point().sessions(), "session");
        stage.note(
                runContext.point().number() < runContext.judged().size()
                        ? "the time budget ended while the load point of " + sessions
                                + " was measured longer: its verdict is that of what was measured before"
                        : "the time budget ended during the load point of " + sessions + ", which is not judged");
        answerFromJudged();
    }

    @Override
    public void answerEarlier() {
        stage.note("an earlier load point failed, so that of "
                + Plural.of(runContext.point().sessions(), "session") + " is not judged");
        answerFromJudged();
    }

    private void answerFromJudged() {
        scaler.cancelStarts();
        runContext.capacity(answerNow(""));
        runContext.outcome(RunEvent.COMPLETED, "");
        stopSessions();
    }

    /**
     * What is known of the capacity, though the search may want to know more.
     *
     * @param why it is not asked
     */
    private @Nullable Capacity answerNow(String why) {
        if (runContext.measured().isEmpty()) {
            return null;
        }
        return wanted() instanceof SearchDecision.Done done ? done.capacity() : soFar(why);
    }

    private PointRecord record(LoadPointProgress point, Instant endedAt, PointResources used) {
        return new PointRecord(
                point.number(),
                point.sessions(),
                point.brief(),
                point.startedAt(),
                Objects.requireNonNullElse(point.windowAt(), endedAt),
                endedAt,
                point.extensions(),
                used,
                point.counted(),
                List.copyOf(point.lost(runContext.sessions())),
                point.worked(runContext.sessions()),
                runContext.sessions().logons(point.logons(), point.isEndedByOthers()),
                point.failure(),
                "",
                point.endedEarly(),
                Map.of(),
                Map.of());
    }

    private void follow(SearchDecision next) {
        if (next instanceof SearchDecision.Measure measure) {
            next(measure);
            stage.raise(RunEvent.MEASURE);
        } else if (next instanceof SearchDecision.Extend extend) {
            runContext.point().question(extend.why());
            stage.raise(RunEvent.EXTEND);
        } else if (next instanceof SearchDecision.Done done) {
            runContext.capacity(done.capacity());
            runContext.outcome(RunEvent.COMPLETED, "");
            stage.raise(RunEvent.SEARCH_DONE);
        }
    }

    /**
     * A load point that was to be measured longer, and is not, keeps its verdict: but for losses that have been told
     * since.
     */
    private void keepFirstPart() {
        LoadPointProgress point = runContext.pointOrNull();
        if (point == null
                || point.isOver()
                || point.number() >= runContext.judged().size()) {
            return;
        }
        point.keepFirstPart();
        point.discarded().stream()
                .filter(session -> !point.judgedWithout().contains(session))
                .findFirst()
                .ifPresent(session -> judgeAgain(point, session));
    }

    @Override
    public void stopSessions() {
        keepFirstPart();
        List<SessionTracker.Entry> left = runContext.sessions().unfinished();
        left.stream().filter(entry -> !entry.phase().over()).forEach(commands::stop);
        stage.deadline(
                deadlines.rampDown(),
                RunEvent.COMPLETED,
                () -> SessionTracker.names(runContext.sessions().unfinished()));
    }

    @Override
    public void endRun() {
        keepFirstPart();
        endAgents();
        stage.deadline(
                StageDeadlines.CLEAN_UP,
                RunEvent.COMPLETED,
                () -> "the confirmation of "
                        + AssignedAgents.names(runContext.assignedAgents().left()));
        if (runContext.assignedAgents().left().isEmpty()) {
            // A lost agent sends nothing more.
            stage.raise(RunEvent.LATE_TIMINGS_OVER);
        }
    }

    /** Agents end all sessions of the run; told twice, they are told once. */
    void endAgents() {
        runContext
                .assignedAgents()
                .left()
                .forEach(member -> commands.end(member.id(), String.join("; ", runContext.reasons())));
    }

    @Override
    public void endRunLate() {
        endRun();
    }

    @Override
    public void awaitLateTimings() {
        stage.clearDeadline();
        stage.after(settings.awaitLateTimings(), () -> stage.raise(RunEvent.LATE_TIMINGS_OVER));
    }

    @Override
    public void noteUnconfirmed() {
        report();
    }

    /**
     * The connection to an agent is lost; it may reconnect.
     *
     * @param answered whether the agent has answered during that connection; if not, the time that it has goes on
     */
    void away(AssignedAgents.Member member, String why, boolean answered) {
        commands.away(member.id());
        long now = stage.nanoTime();
        member.leave(now, answered);
        Duration before = member.awayFor(now);
        Duration left = settings.grace().minus(before);
        if (stage.state() == RunState.JUDGING && runContext.awaitingTimings()) {
            // It may come back with them.
            timingsDeadline(settings.grace().plus(StageDeadlines.TIMINGS));
        }
        stage.note("connection to " + member.name() + " lost: " + why + "; it has " + Math.max(0, left.toSeconds())
                + " s to reconnect");
        String lost = member.name() + " was lost and did not "
                + (before.isZero() ? "reconnect" : "answer when it reconnected") + " within "
                + settings.grace().toSeconds() + " s"
                + (before.isZero() ? "" : " (hint: it is heard, but does what this controller sends arrive?)");
        member.await(stage.later(left.isNegative() ? Duration.ZERO : left, () -> lost(member, lost)));
    }

    /**
     * The same process of the agent has reconnected, but without its sessions: agents end them when they cannot reach
     * the controller for as long as it waits for them.
     */
    void backWithoutSessions(AssignedAgents.Member member) {
        Duration away = member.awayFor(stage.nanoTime());
        String why = member.name() + " reconnected, but had ended its sessions";
        boolean noticedLate = away.compareTo(settings.grace()) < 0;
        lost(
                member,
                noticedLate
                        ? String.format(
                                Locale.ROOT,
                                "%s, as after %d s without this controller, which had noticed that only %.1f s before: was its process or machine"
                                        + " stopped, or did its messages not arrive?",
                                why,
                                settings.grace().toSeconds(),
                                away.toMillis() / 1e3)
                        : why);
    }

    /**
     * The same process of the agent has reconnected, with its sessions. A link that took the place of another is no
     * loss.
     */
    void back(AssignedAgents.Member member) {
        if (member.away()) {
            stage.note(member.name() + " reconnected");
        }
        member.reconnected();
        commands.back(member.id());
    }

    /** A person has ended the agent's connection for good: there is nothing to wait for. */
    void dismissed(AssignedAgents.Member member, String why) {
        commands.away(member.id());
        lost(member, member.name() + " may not work for this controller any more: " + why);
    }

    /** An agent that this run does not count on any more still works for it. */
    void endGivenUp(String agent) {
        commands.endGivenUp(agent, "the run went on without this agent");
    }

    /** The agent is lost unexpectedly. */
    void lost(AssignedAgents.Member member, String why) {
        member.go();
        runContext.outcome(RunEvent.INVALIDATED, why);
        for (SessionTracker.Entry entry : runContext.sessions().unfinishedOf(member.id())) {
            SessionFact fact = new SessionFact(
                    entry.session(), SessionPhase.LOST, entry.iteration(), "lost with its agent", 0, wall.instant());
            entry.lostWithAgent();
            boolean ended = entry.phase().over();
            runContext.sessions().apply(fact);
            if (!ended) {
                stage.write(() -> journal.session(plan.id(), fact));
            }
        }
        stage.raise(RunEvent.AGENT_LOST);
    }

    /** The agent has cleaned up. */
    void done(AssignedAgents.Member member) {
        member.go();
        if (runContext.assignedAgents().left().isEmpty()) {
            stage.raise(RunEvent.AGENTS_DONE);
        }
    }

    @Override
    public void checkAgentsDone() {
        if (runContext.assignedAgents().left().isEmpty()) {
            stage.raise(RunEvent.AGENTS_DONE);
        }
    }

    @Override
    public void report() {
        stage.clearDeadline();
        runContext.assignedAgents().stopWaiting();
        int errors = runContext.counts().harnessErrors();
        if (errors > 0) {
            runContext.remark("harness-error: " + Plural.of(errors, "operation")
                    + " not measured, because of Deskmeter itself or of input that it cannot send as it is meant; the"
                    + " platform is not to blame (expected: 0; the details are in timings.csv). Verdicts hold whatever"
                    + " these were: a load point that they decide is not judged. The first one was "
                    + runContext.firstHarnessError());
        }
        Map<Integer, String> faults = runContext.sessions().faults();
        if (!faults.isEmpty()) {
            runContext.remark("session-fault: " + Plural.of(faults.size(), "session")
                    + " ended by an error of Deskmeter itself (expected: 0; the stage log says which). Verdicts hold"
                    + " whatever these would have done: a load point that they decide is not judged");
        }
        int unusable = runContext.counts().unusable();
        if (unusable > 0) {
            runContext.outcome(
                    RunEvent.INVALIDATED,
                    "unusable: " + unusable + (unusable == 1 ? " timing or sample" : " timings and samples")
                            + " could not be stored (expected: 0; the stage log says why and where they are kept)");
        }
        if (judgingAgain > 0) {
            runContext.outcome(
                    RunEvent.INVALIDATED,
                    "a load point lost a session while its iterations counted, and the run ended before it was judged again");
        }
        checkValidity();
        if (!write()) {
            write();
        }
        stage.raise(end());
    }

    /** Only a completed run can become invalid by its figures; for others they are stored, too. */
    private void checkValidity() {
        if (runContext.measured().isEmpty()) {
            return;
        }
        List<ValidityCheck> checks = checksOf(runContext.judged().stream()
                .filter(point -> point.summary().isJudged())
                .toList());
        stage.write(() -> journal.validity(plan.id(), checks));
        if (runContext.outcome() == RunEvent.COMPLETED) {
            checks.stream().filter(check -> !check.kept()).forEach(this::invalidBy);
        }
    }

    private List<ValidityCheck> checksOf(List<JudgedPoint> points) {
        return Validity.check(
                plan.profile().validity(),
                points.stream().map(JudgedPoint::checked).toList());
    }

    private void invalidBy(ValidityCheck check) {
        runContext.outcome(
                RunEvent.INVALIDATED,
                check.id() + ": " + check.words() + "; " + runContext.longestPause() + ValidityHints.of(check));
    }

    /** A first failure makes the run invalid; the second attempt stores that, if the store can be written. */
    private boolean write() {
        return stage.write(() -> journal.ended(
                plan.id(),
                finalState(),
                wall.instant(),
                List.copyOf(runContext.reasons()),
                runContext.capacity(),
                runContext.counts()));
    }

    private RunEvent end() {
        return Objects.requireNonNullElse(runContext.outcome(), RunEvent.GIVEN_UP);
    }

    private RunState finalState() {
        return RunTransitions.TABLE
                .find(RunState.REPORTING, end())
                .orElseThrow()
                .next();
    }

    @Override
    public void finish() {
        agents.release(plan.id());
        stage.over();
    }

    @Override
    public void nothing() {
        // The requested action is under way already.
    }
}
