package io.deskmeter.controller.store;

import io.deskmeter.controller.report.CalibrationInfo;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunVerdict;
import io.deskmeter.controller.run.AgentPort;
import io.deskmeter.controller.run.CapacityView;
import io.deskmeter.controller.run.PointResources;
import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.controller.run.RunState;
import io.deskmeter.controller.run.SessionView;
import io.deskmeter.controller.run.ShareTexts;
import io.deskmeter.measure.CapacitySearch;
import io.deskmeter.measure.Expectations;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.MetricPlan;
import io.deskmeter.measure.OperationSummary;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Quantiles;
import io.deskmeter.measure.RunFacts;
import io.deskmeter.measure.SessionSummary;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Load;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.SessionShares;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

    /** The report of a run so far; empty if the id is unknown. */
    public Optional<RunReport> report(String runId) {
        return queries.run(runId).map(this::report);
    }

    private RunReport report(RunRow run) {
        RunProfile profile = StoredRuns.profile(run);
        List<StoredRuns.Judged> judged = runs.judged(run);
        List<RunQueries.Logon> logons = queries.logons(run.id());
        return new RunReport(
                new RunReport.Run(
                        run.id(),
                        run.profile(),
                        run.title(),
                        profile.mode().name().toLowerCase(Locale.ROOT),
                        run.seed(),
                        run.createdAt(),
                        run.endedAt()),
                verdict(run, judged).on(cores(run, profile)),
                RunReport.millis(profile.thresholds()),
                configuration(profile, run.metrics(), judged),
                judged.stream().map(ReportAssembler::loadPoint).toList(),
                operations(judged, logons),
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

    /** Those that were worked at each load point; and the logons of the whole run, which are an operation of their own and never judged. */
    private static List<OperationSummary> operations(List<StoredRuns.Judged> judged, List<RunQueries.Logon> logons) {
        List<OperationSummary> all = new ArrayList<>();
        judged.forEach(point -> all.addAll(point.summary().operations()));
        double[] sorted = logons.stream()
                .mapToDouble(RunQueries.Logon::logonMs)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (sorted.length > 0) {
            all.add(new OperationSummary(
                    "session",
                    "logon",
                    Group.C,
                    logons.size(),
                    logons.size(),
                    logons.size() - sorted.length,
                    Quantiles.of(sorted, 0.5),
                    Quantiles.of(sorted, 0.95),
                    Quantiles.of(sorted, 0.99),
                    Double.NaN));
        }
        return all;
    }

    private static RunVerdict verdict(RunRow run, List<StoredRuns.Judged> judged) {
        boolean valid = run.state() == RunState.FINISHED;
        List<String> reasons = valid ? List.of() : reasons(run);
        CapacityView capacity = run.capacity();
        if (capacity == null) {
            return RunVerdict.unknown(reasons);
        }
        List<LoadPointSummary> points =
                judged.stream().map(StoredRuns.Judged::summary).toList();
        return RunVerdict.of(
                capacity.capacity(),
                points.stream().anyMatch(LoadPointSummary::pass),
                CapacitySearch.limitedBy(points, capacity.sessions()),
                CapacitySearch.failure(points, capacity.sessions()),
                reasons);
    }

    private static RunFacts facts(RunRow run, List<StoredRuns.Judged> judged, List<RunQueries.Logon> logons) {
        CapacityView capacity = run.capacity();
        return new RunFacts(
                capacity == null ? null : capacity.capacity(),
                judged.stream().map(ReportAssembler::fact).toList(),
                new RunFacts.Sessions(
                        logons.size(),
                        (int) logons.stream()
                                .filter(logon -> Double.isFinite(logon.logonMs()))
                                .count(),
                        (int) logons.stream().filter(RunQueries.Logon::lost).count(),
                        logons.stream()
                                .map(RunQueries.Logon::logonMs)
                                .filter(Double::isFinite)
                                .toList()));
    }

    private static RunFacts.Point fact(StoredRuns.Judged judged) {
        PointResources used = judged.record().resources();
        boolean sampled = used.samples() > 0;
        return new RunFacts.Point(
                judged.summary(), sampled ? used.cpuPercent() / 100 : Double.NaN, used.generatorHarnessCpu());
    }

    private static List<RunReport.SessionFigures> sessions(
            List<StoredRuns.Judged> judged, List<RunQueries.Logon> logons, IntFunction<List<String>> workloads) {
        Map<Integer, RunQueries.Logon> bySession =
                logons.stream().collect(Collectors.toMap(RunQueries.Logon::session, logon -> logon));
        List<RunReport.SessionFigures> sessions = new ArrayList<>();
        for (StoredRuns.Judged point : judged) {
            for (SessionSummary summary : point.sessions()) {
                int missing = point.missing().getOrDefault(summary.session(), 0);
                sessions.add(session(
                        point.record(),
                        summary,
                        missing,
                        bySession.get(summary.session()),
                        workloads.apply(summary.session())));
            }
        }
        return sessions;
    }

    private static RunReport.SessionFigures session(
            PointRecord point,
            SessionSummary summary,
            int missing,
            RunQueries.@Nullable Logon logon,
            List<String> workloads) {
        return new RunReport.SessionFigures(
                point.number() + 1,
                summary.session(),
                logon == null ? "" : logon.agent(),
                point.discarded().contains(summary.session()),
                summary.count(),
                summary.failed(),
                summary.p50AMs(),
                summary.p95AMs(),
                summary.p50BMs(),
                summary.p95BMs(),
                logon == null ? Double.NaN : logon.logonMs(),
                missing,
                workloads,
                logon == null || Double.isNaN(logon.queuedMs()) ? null : logon.queuedMs());
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

    private static RunReport.LoadPoint loadPoint(StoredRuns.Judged judged) {
        PointResources used = judged.record().resources();
        boolean sampled = used.samples() > 0;
        return RunReport.LoadPoint.of(
                judged.record().number() + 1,
                judged.summary(),
                judged.record().worked(),
                judged.record().extensions(),
                judged.record().endedEarly(),
                judged.record().startedAt(),
                judged.record().endedAt(),
                sampled
                        ? new RunReport.Resources(
                                used.cpuPercent(),
                                used.cpuMaxPercent(),
                                used.memoryUsedMb(),
                                used.memoryTotalMb(),
                                used.diskReadMbPerSecond(),
                                used.diskWrittenMbPerSecond(),
                                used.networkReceivedMbPerSecond(),
                                used.networkSentMbPerSecond())
                        : RunReport.Resources.UNKNOWN,
                harness(used));
    }

    private static RunReport.Harness harness(PointResources used) {
        boolean sampled = used.samples() > 0;
        PointResources.Generator generator = used.generator();
        return new RunReport.Harness(
                sampled ? used.harnessCpuPercent() : Double.NaN,
                sampled ? used.harnessMemoryMb() : Double.NaN,
                generator == null ? "" : generator.host(),
                generator == null ? Double.NaN : generator.cpuPercent(),
                generator == null ? Double.NaN : generator.harnessCpuPercent(),
                used.generatorPauseMs());
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
        boolean ownMachines = profile.target() instanceof Target.LocalDesktops;
        Map<String, Integer> byHost = new LinkedHashMap<>();
        for (AgentPort.Reserved agent : queries.agents(run.id())) {
            boolean there = ownMachines || "desktop".equals(agent.facts().get("role"));
            String cpus = agent.facts().getOrDefault("cpus", "");
            if (there && cpus.matches("[0-9]{1,6}")) {
                byHost.put(agent.host(), Integer.valueOf(cpus));
            }
        }
        return byHost.values().stream().mapToInt(Integer::intValue).sum();
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

    /** Every entered state is a stage; its notes are its message. */
    private List<RunReport.Stage> stages(RunRow run) {
        List<RunReport.Stage> stages = new ArrayList<>();
        RunReport.@Nullable Stage open = null;
        List<String> messages = new ArrayList<>();
        for (RunQueries.LoggedNote entry : queries.log(run.id())) {
            if (!entry.entered()) {
                messages.add(entry.note().message());
                continue;
            }
            if (open != null) {
                stages.add(closed(open, messages, entry));
            }
            messages.clear();
            RunState state = entry.note().state();
            open = state.ended()
                    ? null
                    : new RunReport.Stage(state.title(), "done", entry.note().at(), null, "");
        }
        if (open != null) {
            stages.add(new RunReport.Stage(open.name(), "failed", open.startedAt(), null, String.join("; ", messages)));
        }
        return stages;
    }

    private static RunReport.Stage closed(RunReport.Stage open, List<String> messages, RunQueries.LoggedNote next) {
        boolean broken = next.note().state() == RunState.INTERRUPTED;
        return new RunReport.Stage(
                open.name(),
                broken ? "failed" : "done",
                open.startedAt(),
                next.note().at(),
                String.join("; ", messages));
    }

    private static Map<String, String> configuration(
            RunProfile profile, MetricPlan metrics, List<StoredRuns.Judged> judged) {
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
        String limits = MetricInfo.of(metrics, profile).stream()
                .flatMap(metric -> metric.limitWords().stream())
                .collect(Collectors.joining(", "));
        if (!limits.isEmpty()) {
            lines.put("Limits", limits);
        }
        lines.put("Between logons", profile.logonInterval().toMillis() / 1000.0 + " s");
        lines.put("Evidence", profile.evidence().name().toLowerCase(Locale.ROOT));
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
