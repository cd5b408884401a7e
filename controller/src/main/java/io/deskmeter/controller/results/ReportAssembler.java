package io.deskmeter.controller.results;

import io.deskmeter.controller.fleet.DesktopOptimisations;
import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.report.CalibrationInfo;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.run.view.CapacityView;
import io.deskmeter.controller.run.view.SessionView;
import io.deskmeter.controller.run.view.ShareTexts;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.store.transfer.ScratchRun;
import io.deskmeter.measure.expect.Expectations;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.search.CapacitySearch;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.SessionShares;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Puts a run's report together from what is stored. Thread-safe. */
@Component
public final class ReportAssembler {

    private final RunQueries queries;
    private final StoredRuns runs;
    private final EvidenceStore evidence;

    ReportAssembler(RunQueries queries, StoredRuns runs, EvidenceStore evidence) {
        this.queries = queries;
        this.runs = runs;
        this.evidence = evidence;
    }

    /** Reports of a database with one run. */
    public static ReportAssembler of(ScratchRun run, StoredRuns runs) {
        return new ReportAssembler(run.queries(), runs, run.evidence());
    }

    /** The report of a run so far; empty if the id is unknown. */
    public Optional<RunReport> report(String runId) {
        return queries.run(runId).map(this::report);
    }

    private RunReport report(RunRow run) {
        RunProfile profile = run.profile();
        List<JudgedPoint> judged = runs.judged(run);
        List<RunQueries.Logon> logons = queries.logons(run.id());
        return new RunReport(
                new RunReport.Run(
                        run.id(),
                        run.profileId(),
                        run.title(),
                        profile.mode().name().toLowerCase(Locale.ROOT),
                        run.seed(),
                        run.createdAt(),
                        run.endedAt()),
                verdict(run, profile, judged).on(cores(run, profile)),
                RunReport.millis(profile.thresholds()),
                configuration(run, profile, judged),
                judged.stream().map(LoadPoint::of).toList(),
                operations(judged, RunLogons.of(judged, logons)),
                stages(run),
                evidence.pictures(run.id()).stream()
                        .map(ReportAssembler::picture)
                        .toList(),
                agents(run),
                run.environment(),
                Expectations.evaluate(profile.expect(), facts(run, judged, logons)).stream()
                        .map(RunReport.Expected::of)
                        .toList(),
                run.validity().stream().map(RunReport.Check::of).toList(),
                sessions(judged, logons, sessionWorkloads(run, profile)),
                setup(run, profile),
                MetricInfo.of(run.metrics(), profile),
                profile.calibration().map(CalibrationInfo::of).orElse(null));
    }

    /**
     * Those that were worked at each load point; and the logons of the whole run, which are an operation of their own
     * and never judged.
     */
    private static List<OperationSummary> operations(List<JudgedPoint> judged, RunLogons logons) {
        List<OperationSummary> all = new ArrayList<>();
        judged.forEach(point -> all.addAll(point.summary().operations()));
        logons.operation().ifPresent(all::add);
        return all;
    }

    private RunVerdict verdict(RunRow run, RunProfile profile, List<JudgedPoint> judged) {
        boolean valid = run.state() == RunState.FINISHED;
        List<String> reasons = valid ? List.of() : reasons(run);
        CapacityView capacity = run.capacity();
        if (capacity == null) {
            return RunVerdict.unknown(reasons);
        }
        List<LoadPointSummary> points = judged.stream()
                .map(JudgedPoint::summary)
                .filter(LoadPointSummary::isJudged)
                .toList();
        return RunVerdict.of(
                        capacity.capacity(),
                        points.stream().anyMatch(LoadPointSummary::pass),
                        CapacitySearch.limitedBy(points, capacity.sessions()),
                        CapacitySearch.failure(points, capacity.sessions()),
                        reasons)
                .remarked(remarks(run, profile, capacity, points));
    }

    /**
     * Load points are judged by the rules of today, also those of a run whose capacity an earlier version has found by
     * others.
     */
    private List<String> remarks(RunRow run, RunProfile profile, CapacityView capacity, List<LoadPointSummary> points) {
        List<String> remarks = new ArrayList<>(run.state() == RunState.FINISHED ? run.reasons() : List.of());
        boolean held = points.stream().anyMatch(point -> point.pass() && point.carried() >= capacity.sessions());
        if (capacity.sessions() > 0 && !held && queries.isOfEarlierVersion(run.id())) {
            remarks.add(
                    "the capacity is the one that an earlier version of Deskmeter found; by the rules of today no load"
                            + " point of "
                            + Plural.of(capacity.sessions(), "session") + " or more passes");
        }
        DesktopOptimisations.difference(factsOfDesktops(run, profile))
                .ifPresent(difference -> remarks.add("the desktops are not of one image: optimisations " + difference));
        return remarks;
    }

    private static RunFacts facts(RunRow run, List<JudgedPoint> judged, List<RunQueries.Logon> logons) {
        CapacityView capacity = run.capacity();
        return new RunFacts(
                capacity == null ? null : capacity.capacity(),
                judged.stream().map(JudgedPoint::fact).toList(),
                new RunFacts.Sessions(
                        logons.size(),
                        (int) logons.stream()
                                .filter(logon -> Double.isFinite(logon.logonMs()))
                                .count(),
                        lost(judged, logons),
                        (int) logons.stream().filter(RunQueries.Logon::faulted).count()),
                RunLogons.of(judged, logons).summary(run.profile().workloads().seed()));
    }

    /** Those that ended by themselves while load was measured are missing like lost ones. */
    private static int lost(List<JudgedPoint> judged, List<RunQueries.Logon> logons) {
        Set<Integer> lost = logons.stream()
                .filter(RunQueries.Logon::lost)
                .map(RunQueries.Logon::session)
                .collect(Collectors.toSet());
        judged.forEach(point -> lost.addAll(point.record().discarded()));
        return lost.size();
    }

    private static List<RunReport.SessionFigures> sessions(
            List<JudgedPoint> judged, List<RunQueries.Logon> logons, IntFunction<List<String>> workloads) {
        Map<Integer, RunQueries.Logon> bySession =
                logons.stream().collect(Collectors.toMap(RunQueries.Logon::session, logon -> logon));
        List<RunReport.SessionFigures> sessions = new ArrayList<>();
        for (JudgedPoint point : judged) {
            for (SessionSummary summary : point.summary().ofSessions()) {
                sessions.add(session(
                        point.record(), summary, bySession.get(summary.session()), workloads.apply(summary.session())));
            }
        }
        return sessions;
    }

    private static RunReport.SessionFigures session(
            PointRecord point, SessionSummary summary, RunQueries.@Nullable Logon logon, List<String> workloads) {
        return new RunReport.SessionFigures(
                point.number() + 1,
                summary.session(),
                logon == null ? "" : logon.agent(),
                summary.lost(),
                summary.count(),
                summary.failed(),
                summary.p50AMs(),
                summary.p95AMs(),
                summary.p50BMs(),
                summary.p95BMs(),
                logon == null ? Double.NaN : logon.logonMs(),
                summary.withoutTiming(),
                workloads,
                summary.skipped(),
                summary.notDelivered(),
                logon == null || Double.isNaN(logon.queuedMs()) ? null : logon.queuedMs(),
                iterations(point, summary.session()));
    }

    private static int iterations(PointRecord point, int session) {
        CountedRange counted = point.counted().get(session);
        return counted == null ? 0 : counted.length();
    }

    /** The workloads of each session of a run, by its number. */
    private IntFunction<List<String>> sessionWorkloads(RunRow run, RunProfile profile) {
        SessionShares shares = new SessionShares(profile.workloads());
        if (shares.isEmpty()) {
            List<String> all = List.copyOf(profile.workloads().workloads());
            return session -> all;
        }
        Map<Integer, Integer> positions = queries.positions(run.id());
        return session -> shares.workloads(positions.getOrDefault(session, session));
    }

    private static RunReport.Setup setup(RunRow run, RunProfile profile) {
        ThinkTime think = profile.workloads().think();
        return new RunReport.Setup(
                profile.mode().name().toLowerCase(Locale.ROOT),
                profile.target().width() + "x" + profile.target().height(),
                think.mean().toNanos() / 1e6,
                think.spread() * 100,
                run.checksums(),
                ShareTexts.percent(profile.workloads()));
    }

    private static List<String> reasons(RunRow run) {
        return run.reasons().isEmpty() ? List.of("the run is " + run.state().label()) : run.reasons();
    }

    private static RunReport.Evidence picture(EvidenceStore.Picture picture) {
        String outcome = picture.outcome().isEmpty()
                ? ""
                : Outcome.valueOf(picture.outcome()).label();
        return new RunReport.Evidence(
                "evidence/" + picture.name(), picture.session(), picture.workload(), picture.operation(), outcome);
    }

    /** The cores of the machines that ran sessions; 0 if unknown. */
    private int cores(RunRow run, RunProfile profile) {
        return factsOfDesktops(run, profile).values().stream()
                .map(facts -> facts.getOrDefault("cpus", ""))
                .filter(cpus -> cpus.matches("[0-9]{1,6}"))
                .mapToInt(Integer::parseInt)
                .sum();
    }

    /** What the agents on the machines that ran sessions told of them, by the machine's name. */
    private Map<String, Map<String, String>> factsOfDesktops(RunRow run, RunProfile profile) {
        boolean ownMachines = profile.target() instanceof Target.LocalDesktops;
        Map<String, Map<String, String>> byHost = new LinkedHashMap<>();
        for (AgentPort.Reserved agent : queries.agents(run.id())) {
            if (ownMachines || "desktop".equals(agent.facts().get("role"))) {
                // Two agents of one machine may not tell the same: an earlier version tells less.
                byHost.computeIfAbsent(agent.host(), host -> new HashMap<>()).putAll(agent.facts());
            }
        }
        return byHost;
    }

    private List<RunReport.AgentInfo> agents(RunRow run) {
        Map<String, Long> sessions = queries.sessions(run.id()).stream()
                .collect(Collectors.groupingBy(SessionView::agent, Collectors.counting()));
        return queries.agents(run.id()).stream()
                .map(agent -> info(agent, sessions.getOrDefault(agent.id(), 0L).intValue()))
                .toList();
    }

    private static RunReport.AgentInfo info(AgentPort.Reserved agent, int sessions) {
        return new RunReport.AgentInfo(agent.id(), agent.host(), agent.version(), sessions, agent.facts());
    }

    /** A stage that nothing followed, or only the end of the controller, was not finished. */
    private List<RunReport.Stage> stages(RunRow run) {
        return StageLog.stages(queries.log(run.id())).stream()
                .map(ReportAssembler::stage)
                .toList();
    }

    private static RunReport.Stage stage(StageLog.Stage stage) {
        RunQueries.LoggedNote left = stage.left();
        boolean done = left != null && left.note().state() != RunState.INTERRUPTED;
        return new RunReport.Stage(
                stage.entered().note().state().title(),
                done ? "done" : "failed",
                stage.entered().note().at(),
                left == null ? null : left.note().at(),
                stage.notes().stream().map(StageNote::message).collect(Collectors.joining("; ")));
    }

    private Map<String, String> configuration(RunRow run, RunProfile profile, List<JudgedPoint> judged) {
        WorkloadProfile workloads = profile.workloads();
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Load", load(profile.load()));
        lines.put("Desktops", desktops(profile.target()));
        profile.calibration()
                .ifPresent(calibration -> lines.put(
                        "Calibration",
                        calibration.name() + " of " + calibration.date() + ", "
                                + Plural.of(calibration.pictures().size(), "picture") + ", SHA-256 "
                                + calibration.checksum().substring(0, 12)));
        lines.put(
                "Workloads",
                String.join(", ", workloads.workloads()) + " ("
                        + workloads.order().name().toLowerCase(Locale.ROOT) + ")");
        if (!workloads.shares().isEmpty()) {
            int[] sizes =
                    judged.stream().mapToInt(point -> point.record().sessions()).toArray();
            lines.put("Shares of sessions", ShareTexts.of(workloads, sizes));
        }
        lines.put("Iterations", iterations(profile));
        lines.put(
                "Think time",
                workloads.think().mean().toMillis() / 1000.0 + " s ± "
                        + Math.round(workloads.think().spread() * 100) + " %");
        String limits = MetricInfo.of(run.metrics(), profile).stream()
                .flatMap(metric -> metric.limitWords().stream())
                .collect(Collectors.joining(", "));
        if (!limits.isEmpty()) {
            lines.put("Limits", limits);
        }
        lines.put("Between logons", profile.logonInterval().toMillis() / 1000.0 + " s");
        lines.put("Evidence", profile.evidence().name().toLowerCase(Locale.ROOT));
        Map<String, Long> leftOut = evidence.leftOutBy(run.id());
        if (!leftOut.isEmpty()) {
            lines.put(
                    "Pictures not kept",
                    leftOut.entrySet().stream()
                            .map(by -> by.getValue() + " (" + by.getKey() + ")")
                            .collect(Collectors.joining(", ")));
        }
        lines.put("Seed", Long.toString(workloads.seed()));
        return lines;
    }

    private static String picture(OptionalInt jpegQuality) {
        return jpegQuality.isPresent() ? ", JPEG quality " + jpegQuality.getAsInt() : "";
    }

    private static String desktops(Target target) {
        String size = ", " + target.width() + " × " + target.height();
        if (target instanceof Target.VncDesktops vnc) {
            return "VNC, " + vnc.hosts().all().size() + " hosts" + size + picture(vnc.jpegQuality());
        }
        if (target instanceof Target.RdpHosts rdp) {
            return "RDP, " + rdp.hosts().all().size() + " hosts with " + rdp.usersPerHost() + " users each" + size
                    + rdp.application()
                            .map(command -> ", application " + command)
                            .orElse("");
        }
        if (target instanceof Target.ViewerHosts viewer) {
            return viewer.command().get(0) + ", " + viewer.hosts().all().size() + " hosts with " + viewer.usersPerHost()
                    + " users each" + size;
        }
        Target.LocalDesktops local = (Target.LocalDesktops) target;
        return "on the agents' machines, through " + local.through().name().toLowerCase(Locale.ROOT) + size
                + picture(local.jpegQuality());
    }

    private static String iterations(RunProfile profile) {
        WorkloadProfile workloads = profile.workloads();
        return workloads.steadyIterations() + " of each session count at each load point, after "
                + workloads.skipFirst() + " to warm up";
    }

    private static String load(Load load) {
        if (load instanceof Load.Fixed fixed) {
            return "fixed: " + fixed.sessions();
        }
        if (load instanceof Load.Steps steps) {
            return "steps: " + steps.sessions().stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (load instanceof Load.Ramp ramp) {
            return "ramp: from " + ramp.from() + ", add " + ramp.add() + ", until a threshold breaks, at most "
                    + ramp.max();
        }
        Load.FindMax search = (Load.FindMax) load;
        String hint = search.hint().isPresent() ? ", hint " + search.hint().getAsInt() : "";
        return "find-max: from " + search.from() + hint + ", at most " + search.max() + ", to "
                + search.precision() * 100 + " %"
                + search.budget()
                        .map(time -> ", within " + time.toMinutes() + " min")
                        .orElse("") + (search.fresh() ? ", new logons for each load point" : "");
    }
}
