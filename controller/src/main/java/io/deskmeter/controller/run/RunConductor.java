package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.CapacitySearch;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.Next;
import io.deskmeter.measure.PointFailure;
import io.deskmeter.measure.SearchContext;
import io.deskmeter.measure.TimingList;
import io.deskmeter.measure.ValidityCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The actions of the table. Runs on the run's mailbox only. */
final class RunConductor implements RunActions {
    private final RunStage stage;
    private final RunBooks books;
    private final RunCommands commands;
    private final AgentPort agents;
    private final RunJournal journal;
    private final RunSettings settings;
    private final InstantSource wall;
    private final RunPlan plan;
    private final Deadlines deadlines;
    private final Headcount headcount;
    private final SearchClock clock;
    private @Nullable JudgedPoint judged;

    RunConductor(
            RunStage stage,
            RunBooks books,
            RunCommands commands,
            AgentPort agents,
            RunJournal journal,
            RunSettings settings,
            InstantSource wall) {
        this.stage = stage;
        this.books = books;
        this.commands = commands;
        this.agents = agents;
        this.journal = journal;
        this.settings = settings;
        this.wall = wall;
        this.plan = books.plan();
        this.deadlines = new Deadlines(plan);
        this.headcount = new Headcount(stage, books, commands, journal, wall);
        this.clock = new SearchClock(stage::nanoTime);
    }

    Headcount headcount() {
        return headcount;
    }

    @Override
    public void findAgents() {
        stage.deadline(Deadlines.AGENT, RunEvent.GIVEN_UP, () -> agents.whyNobody(plan.wanted()));
        tryReserve();
    }

    /** Takes all agents that will do, if they are enough. */
    void tryReserve() {
        List<AgentPort.Reserved> found = agents.reserve(plan.id(), plan.wanted());
        if (!found.isEmpty()) {
            books.crew().hire(found);
            found.forEach(agent -> stage.write(() -> journal.agent(plan.id(), agent)));
            stage.raise(RunEvent.AGENTS_FOUND);
        }
    }

    @Override
    public void prepare() {
        List<Crew.Member> crew = books.crew().left();
        stage.note(Crew.names(crew));
        crew.forEach(member -> commands.prepare(member.id()));
        next(wanted() instanceof Next.Measure measure ? measure : new Next.Measure(1));
        openPoint();
    }

    /** Makes the load point that {@link #openPoint} opens. */
    private void next(Next.Measure asked) {
        int number = books.records().size();
        books.point(new PointProgress(number, asked, wall.instant(), books.pointOrNull()));
        if (!asked.why().isEmpty()) {
            stage.note("the next load point tells " + asked.why());
        }
    }

    private Next wanted() {
        SearchContext context = new SearchContext(
                CapacitySearch.MAX_EXTENSIONS, plan.profile().workloads().steadyIterations(), clock.elapsed());
        return CapacitySearch.next(plan.profile().load(), books.measured(), context);
    }

    @Override
    public void openPoint() {
        int working =
                plan.profile().load().fresh() ? 0 : books.sessions().live().size();
        clock.pointOpened(Math.max(0, books.point().sessions() - working));
        headcount.open(books.point());
        Duration bound = deadlines.rampUp(headcount.toStart());
        stage.deadline(
                headcount.awaitsLeavers() ? bound.plus(deadlines.rampDown()) : bound,
                () -> SessionBook.names(headcount.missing()),
                this::rampUpLate);
    }

    /** Who does not do what it was told, or says nothing at all, fails as a part of the harness; who is slow is the platform's. */
    private void rampUpLate(String reason) {
        List<SessionBook.Entry> missing = headcount.missing();
        boolean disobeyed = missing.stream().anyMatch(entry -> entry.leaving() || entry.phase() == SessionPhase.ASKED);
        if (disobeyed) {
            books.outcome(RunEvent.INVALIDATED, reason);
            stage.raise(RunEvent.DEADLINE);
        } else {
            late(PointFailure.Kind.RAMP_UP_TIMEOUT, "had not warmed up in time", missing);
        }
    }

    private void steadyLate(String reason) {
        late(
                PointFailure.Kind.STEADY_TIMEOUT,
                "had not worked in time what counts",
                books.point().behind(books.sessions()));
    }

    private void late(PointFailure.Kind kind, String what, List<SessionBook.Entry> missing) {
        String words = missing.size() + " of " + count(books.point().sessions()) + " " + what + ": "
                + SessionBook.names(missing);
        books.point().fail(new PointFailure(kind, words));
        headcount.dismiss(missing);
        stage.raise(RunEvent.POINT_FAILED);
    }

    @Override
    public void failPoint() {
        PointProgress point = books.point();
        point.fail(point.shortage(books)
                .orElseGet(() -> new PointFailure(
                        PointFailure.Kind.TOO_FEW_WORKING,
                        "none of " + count(point.sessions()) + " is left that works")));
        headcount.cancelStarts();
        point.cut(books.sessions());
        awaitTimings();
    }

    @Override
    public void startMissing() {
        headcount.startMissing();
    }

    @Override
    public void openWindow() {
        PointProgress point = books.point();
        int iterations = point.iterations(plan.profile().workloads());
        for (SessionBook.Entry entry : books.sessions().live()) {
            point.count(entry.session(), firstCounted(entry), iterations);
        }
        point.windowOpened(books.sessions(), iterations, wall.instant(), stage.nanoTime());
        clock.windowOpened(iterations);
        steadyDeadline();
    }

    /** The iteration whose very start opened the window is the first that was started under full load. */
    private int firstCounted(SessionBook.Entry entry) {
        return entry.session() == stage.justStarted() ? entry.iteration() : entry.iteration() + 1;
    }

    private void steadyDeadline() {
        PointProgress point = books.point();
        stage.deadline(deadlines.steady(), () -> SessionBook.names(point.behind(books.sessions())), this::steadyLate);
    }

    @Override
    public void extendWindow() {
        int more = plan.profile().workloads().steadyIterations();
        books.point().extend(books.sessions(), more, stage.nanoTime());
        clock.extended(more);
        stage.note(books.point().question());
        steadyDeadline();
    }

    @Override
    public void awaitTimings() {
        books.point().windowClosed(stage.nanoTime());
        stage.deadline(Deadlines.TIMINGS, RunEvent.COMPLETED, this::missingTimings);
    }

    private String missingTimings() {
        int missing = books.point().missing(books.sessions(), plan.operationsPerIteration());
        return missing + (missing == 1 ? " timing" : " timings");
    }

    @Override
    public void judgeIncomplete() {
        judge();
    }

    @Override
    public void judge() {
        stage.clearDeadline();
        PointProgress point = books.point();
        point.beginJudging();
        clock.pointEnded();
        point.shortage(books).ifPresent(point::fail);
        PointRecord record = record(point);
        TimingList steady = point.steady();
        boolean brief = point.brief();
        stage.beside(
                "the verdict on " + count(point.sessions()),
                () -> JudgedPoint.of(plan, record, brief, steady),
                this::judged);
    }

    private void judged(JudgedPoint verdict) {
        judged = verdict;
        stage.raise(RunEvent.JUDGED);
    }

    @Override
    public void keepVerdict() {
        JudgedPoint verdict = Objects.requireNonNull(judged, "judged");
        books.judged(verdict.record(), verdict.measured().took(clock.times()), verdict.rhythm());
        stage.write(() -> journal.loadPoint(plan.id(), verdict.record()));
        LoadPointSummary summary = verdict.measured().summary();
        stage.note(count(summary.sessions()) + ": " + PointView.verdict(summary) + words(summary.failure()));
    }

    private static String words(@Nullable PointFailure failure) {
        return failure == null ? "" : ": " + failure.words();
    }

    @Override
    public void search() {
        keepVerdict();
        follow(wanted());
    }

    private PointRecord record(PointProgress point) {
        Instant now = wall.instant();
        return new PointRecord(
                point.number(),
                point.sessions(),
                point.startedAt(),
                Objects.requireNonNullElse(point.windowAt(), now),
                now,
                point.extensions(),
                point.resources().view(),
                point.counted(),
                List.copyOf(point.discarded()),
                point.worked(books.sessions()),
                point.failure(),
                Map.of());
    }

    private void follow(Next next) {
        if (next instanceof Next.Measure measure) {
            next(measure);
            stage.raise(RunEvent.MEASURE);
        } else if (next instanceof Next.Extend extend) {
            books.point().question(extend.why());
            stage.raise(RunEvent.EXTEND);
        } else if (next instanceof Next.Done done) {
            books.capacity(done.capacity());
            books.outcome(RunEvent.COMPLETED, "");
            stage.raise(RunEvent.SEARCH_DONE);
        }
    }

    @Override
    public void stopSessions() {
        List<SessionBook.Entry> left = books.sessions().unfinished();
        left.forEach(commands::stop);
        stage.deadline(
                deadlines.rampDown(),
                RunEvent.COMPLETED,
                () -> SessionBook.names(books.sessions().unfinished()));
    }

    @Override
    public void endRun() {
        List<Crew.Member> crew = books.crew().left();
        crew.forEach(member -> commands.end(member.id(), String.join("; ", books.reasons())));
        stage.deadline(
                Deadlines.CLEAN_UP,
                RunEvent.COMPLETED,
                () -> "the word of " + Crew.names(books.crew().left()));
        if (crew.isEmpty()) {
            // Who was lost sends nothing more.
            stage.raise(RunEvent.QUIET);
        }
    }

    @Override
    public void endRunLate() {
        endRun();
    }

    @Override
    public void linger() {
        stage.clearDeadline();
        stage.after(settings.linger(), () -> stage.raise(RunEvent.QUIET));
    }

    @Override
    public void noteUnconfirmed() {
        report();
    }

    /** The connection to an agent is lost; it may come back. */
    void away(Crew.Member member, String why) {
        commands.away(member.id());
        stage.note("connection to agent " + member.id() + " lost: " + why + "; it has "
                + settings.grace().toSeconds() + " s to come back");
        member.leave(stage.later(
                settings.grace(),
                () -> lost(
                        member,
                        "agent " + member.id() + " was lost and did not come back within "
                                + settings.grace().toSeconds() + " s")));
    }

    /** The same process of the agent is there again, and its sessions with it. */
    void back(Crew.Member member) {
        member.comeBack();
        stage.note("agent " + member.id() + " is back");
        commands.back(member.id());
    }

    /** Nothing more will come from the agent, and nobody has asked for that. */
    void lost(Crew.Member member, String why) {
        member.go();
        books.outcome(RunEvent.INVALIDATED, why);
        for (SessionBook.Entry entry : books.sessions().unfinishedOf(member.id())) {
            SessionFact fact = new SessionFact(
                    entry.session(), SessionPhase.LOST, entry.iteration(), "lost with its agent", 0, wall.instant());
            books.sessions().apply(fact);
            stage.write(() -> journal.session(plan.id(), fact));
        }
        stage.raise(RunEvent.AGENT_LOST);
    }

    /** The agent has nothing of the run left. */
    void done(Crew.Member member) {
        member.go();
        if (books.crew().left().isEmpty()) {
            stage.raise(RunEvent.CREW_DONE);
        }
    }

    @Override
    public void checkCrew() {
        if (books.crew().left().isEmpty()) {
            stage.raise(RunEvent.CREW_DONE);
        }
    }

    @Override
    public void report() {
        stage.clearDeadline();
        books.crew().dismiss();
        int errors = books.counts().harnessErrors();
        if (errors > 0) {
            books.outcome(
                    RunEvent.INVALIDATED,
                    "harness-error: " + errors + (errors == 1 ? " operation" : " operations")
                            + " (expected: 0; Deskmeter's own fault, see the details in timings.csv)");
        }
        int unusable = books.counts().unusable();
        if (unusable > 0) {
            books.outcome(
                    RunEvent.INVALIDATED,
                    "unusable: " + unusable + (unusable == 1 ? " timing" : " timings")
                            + " could not be stored (expected: 0; the stage log says why and where they are kept)");
        }
        checkValidity();
        if (!write()) {
            write();
        }
        stage.raise(end());
    }

    /** Only a run that has come to its end can be made invalid by its figures; of another they are kept all the same. */
    private void checkValidity() {
        if (books.measured().isEmpty()) {
            return;
        }
        List<ValidityCheck> checks = SelfChecks.of(books);
        stage.write(() -> journal.validity(plan.id(), checks));
        if (books.outcome() == RunEvent.COMPLETED) {
            checks.stream()
                    .filter(check -> !check.kept())
                    .forEach(check -> books.outcome(RunEvent.INVALIDATED, check.id() + ": " + check.words()));
        }
    }

    /** A first failure turns the outcome into invalid; the second attempt then says so, if the store can be written at all. */
    private boolean write() {
        return stage.write(() -> journal.ended(
                plan.id(),
                finalState(),
                wall.instant(),
                List.copyOf(books.reasons()),
                books.capacity(),
                books.counts()));
    }

    private RunEvent end() {
        return Objects.requireNonNullElse(books.outcome(), RunEvent.GIVEN_UP);
    }

    private RunState finalState() {
        return RunTable.TABLE.find(RunState.REPORTING, end()).orElseThrow().next();
    }

    @Override
    public void finish() {
        agents.release(plan.id());
        stage.over();
    }

    @Override
    public void nothing() {
        // What the event asks for happens already.
    }

    private static String count(int sessions) {
        return sessions == 1 ? "1 session" : sessions + " sessions";
    }
}
