package io.deskmeter.agent.check;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.desktop.SoundTrials;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.resources.OshiCounters;
import io.deskmeter.agent.resources.SystemCounters;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers checks: each within its time limit, with the findings so far. Thread-safe. */
public final class Checker {
    private static final Logger LOG = LoggerFactory.getLogger(Checker.class);

    /** How long the CPU usage is sampled, before the checks start. */
    private static final long WATCHED_MILLIS = 500;

    /** Reserved for sending the answer. */
    private static final long KEPT_MILLIS = 500;

    private final Here here;
    private final Executor pool;
    private final ScheduledExecutorService timers;
    private final Consumer<FromAgent> link;

    /**
     * The machine and the programs of this agent.
     *
     * @param machine that displays sessions; null for an agent that checks no targets
     * @param sounds tries the sound of sessions of this machine
     * @param state folder of the agent
     * @param programs checks for missing programs
     * @param workloads checks the workloads of this machine; null for an agent that fetches what it lacks
     * @param accepted workloads that this agent runs
     * @param display of the session in which this agent runs; null for a client agent
     * @param probing whether servers are asked if they answer
     */
    public record Here(
            @Nullable LocalDesktops machine,
            SoundTrials sounds,
            Path state,
            ProgramCheck programs,
            @Nullable WorkloadCheck workloads,
            AcceptedWorkloads accepted,
            @Nullable UserDisplay display,
            Probing probing) {}

    /** @param pool for tasks that block briefly */
    public Checker(Here here, Executor pool, ScheduledExecutorService timers, Consumer<FromAgent> link) {
        this.here = here;
        this.pool = pool;
        this.timers = timers;
        this.link = link;
    }

    /** Answers asynchronously. */
    public void check(Check question) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(question.getWithinMillis() - KEPT_MILLIS);
        pool.execute(() -> {
            SystemCounters probe = new OshiCounters();
            SystemCounters.CpuTicks before = probe.cpu();
            var unused = timers.schedule(
                    () -> pool.execute(() -> look(question, deadline, probe, before)),
                    WATCHED_MILLIS,
                    TimeUnit.MILLISECONDS);
        });
    }

    private void look(Check question, long deadline, SystemCounters probe, SystemCounters.CpuTicks before) {
        CheckResult.Builder answer = CheckResult.newBuilder().setCheckId(question.getCheckId());
        try {
            condition(answer, probe, before);
            answer.addAllFindings(here.programs.applications(question.getProgramsList()));
            RunProfile profile = RunProfiles.parseSelfContained("run-profile.yaml", question.getRunProfileYaml());
            here.accepted.refusal(profile).ifPresent(why -> answer.addFindings(notAccepted("target.handlers", why)));
            answer.addAllFindings(notAccepted(profile, question.getWorkloadChecksumsMap()));
            CompletableFuture<List<CheckFinding>> mistakes = mistakes(profile, deadline);
            Target target = profile.target();
            if (here.machine != null) {
                answer.addAllFindings(here.programs.forTarget(target));
            }
            UserDisplay display = here.display;
            if (display != null && question.getTextsCount() > 0) {
                CompletableFuture<Void> shown = new FieldCheck(
                                display, trial(question, target, deadline), here.programs.where())
                        .look(deadline)
                        .thenAcceptAsync(
                                found -> others(question, deadline, profile, answer.addAllFindings(found), mistakes),
                                pool);
                GuardedTasks.reportFailure("the answer to a check", shown);
            } else {
                others(question, deadline, profile, answer, mistakes);
            }
        } catch (InvalidDocumentException | RuntimeException | Error e) {
            LOG.error("check failed", e);
            send(answer.addFindings(CheckFindings.warning(
                    "check", here.programs.where(), "failed: " + e, "an answer", "see this agent's log")));
        }
    }

    /** What this agent would refuse when the run is prepared. */
    private List<CheckFinding> notAccepted(RunProfile profile, Map<String, String> checksums) {
        List<CheckFinding> findings = new ArrayList<>();
        for (String id : profile.workloads().workloads().stream().distinct().toList()) {
            String checksum = checksums.get(id);
            // Of a controller that says none: what this machine has decides.
            Map<String, String> wanted = checksum != null
                    ? Map.of(id, checksum)
                    : here.workloads == null ? Map.of() : here.workloads.checksums(id);
            here.accepted.refusal(wanted).ifPresent(why -> findings.add(notAccepted(id, why)));
        }
        return findings;
    }

    private CheckFinding notAccepted(String what, String why) {
        return CheckFindings.error(
                "accepted workloads",
                here.programs.where() + ", " + what,
                why,
                "workloads that this agent accepts",
                "who runs this machine can add the line of ./deskmeter workload checksums to its list");
    }

    private void others(
            Check question,
            long deadline,
            RunProfile profile,
            CheckResult.Builder answer,
            CompletableFuture<List<CheckFinding>> mistakes) {
        Optional<TargetProbe> look = slots(profile.target(), question, deadline);
        if (isHeardHere(profile)) {
            sound(question, deadline, answer, mistakes);
        } else if (look.isEmpty() || question.getSlotsCount() == 0) {
            send(answer, mistakes);
        } else {
            probeSlots(look.get(), question.getSlotsList(), deadline, answer, mistakes);
        }
    }

    private Optional<KeyboardTrial> trial(Check question, Target target, long deadline) {
        return question.getTypes()
                ? Optional.of(new KeyboardTrial(
                        question.getTextsList(), target.agentless().isPresent(), timers, deadline))
                : Optional.empty();
    }

    /**
     * Whether sessions of the run play to a sound server on this machine. On others a tone could only be played by a
     * user who has logged on.
     */
    private boolean isHeardHere(RunProfile profile) {
        boolean local = profile.target() instanceof Target.LocalDesktops;
        return here.machine == null ? !local && profile.mode() != Mode.REMOTE : local;
    }

    /** Of the workloads, beside what else is checked. */
    private CompletableFuture<List<CheckFinding>> mistakes(RunProfile profile, long deadline) {
        WorkloadCheck workloads = here.workloads;
        if (workloads == null) {
            return CompletableFuture.completedFuture(List.of());
        }
        return CompletableFuture.supplyAsync(() -> workloads.findings(profile, deadline), pool)
                .completeOnTimeout(WorkloadCheck.late(profile), deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                .exceptionally(fault -> {
                    LOG.error("the workloads could not be checked", fault);
                    return List.of(CheckFindings.warning(
                            "check", here.programs.where(), "failed: " + fault, "an answer", "see this agent's log"));
                });
    }

    private void sound(
            Check question, long deadline, CheckResult.Builder answer, CompletableFuture<List<CheckFinding>> mistakes) {
        SoundCheck check = new SoundCheck(here.sounds, here.programs.programs(), here.programs.where(), pool);
        CompletableFuture<Void> sent = check.look(question.getProgramsList(), deadline - System.nanoTime())
                .exceptionally(fault -> {
                    LOG.error("the sound could not be checked", fault);
                    return List.of(CheckFindings.warning(
                            "check", here.programs.where(), "failed: " + fault, "an answer", "see this agent's log"));
                })
                .thenAccept(findings -> send(answer.addAllFindings(findings), mistakes));
        GuardedTasks.reportFailure("the answer to a check", sent);
    }

    private Optional<TargetProbe> slots(Target target, Check question, long deadline) {
        LocalDesktops machine = here.machine;
        if (machine == null || target instanceof Target.LocalDesktops) {
            return Optional.empty();
        }
        if (target instanceof Target.VncDesktops vnc) {
            return Optional.of(new RfbProbe(
                    vnc,
                    question.getTextsList().stream()
                            .map(CheckText::getText)
                            .distinct()
                            .toList(),
                    trial(question, target, deadline),
                    here.probing,
                    System::nanoTime,
                    pool));
        }
        return Optional.of(
                target instanceof Target.RdpHosts rdp
                        ? new RdpProbe(rdp, machine, CheckPictures.below(here.state), here.probing)
                        : new PortProbe());
    }

    private void probeSlots(
            TargetProbe look,
            List<SessionSlot> slots,
            long deadline,
            CheckResult.Builder answer,
            CompletableFuture<List<CheckFinding>> mistakes) {
        List<CompletableFuture<List<CheckFinding>>> looks =
                slots.stream().map(look::look).toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new));
        CompletableFuture<Boolean> answered = all.completeOnTimeout(
                        null, deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                .handleAsync(
                        (nothing, failure) -> {
                            answer(slots, looks, answer);
                            send(answer, mistakes);
                            look.close();
                            return true;
                        },
                        pool);
        GuardedTasks.reportFailure("the answer to a check", answered);
    }

    private void answer(
            List<SessionSlot> slots, List<CompletableFuture<List<CheckFinding>>> looks, CheckResult.Builder answer) {
        Set<CheckFinding> found = new LinkedHashSet<>();
        List<String> open = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) {
            CompletableFuture<List<CheckFinding>> look = looks.get(i);
            if (look.isDone() && !look.isCompletedExceptionally()) {
                found.addAll(look.join());
            } else {
                open.add(TargetProbe.words(slots.get(i)));
            }
        }
        if (!open.isEmpty()) {
            found.add(CheckFindings.warning(
                    "target reach",
                    String.join(", ", open),
                    "not checked in time",
                    "an answer",
                    "check again; more agents"));
        }
        answer.addAllFindings(found).setSlotsChecked(slots.size() - open.size());
    }

    private void condition(CheckResult.Builder answer, SystemCounters probe, SystemCounters.CpuTicks before) {
        SystemCounters.CpuTicks now = probe.cpu();
        long ticks = now.total() - before.total();
        answer.setCpuPercent(ticks <= 0 ? -1 : 100.0 * (now.busy() - before.busy()) / ticks)
                .setMemoryFreeBytes(probe.memoryAvailableBytes())
                .setStateFolder(here.state.toString());
        try {
            answer.setDiskFreeBytes(Files.getFileStore(here.state).getUsableSpace());
        } catch (IOException e) {
            LOG.warn("{}: free space is not known: {}", here.state, e.toString());
        }
    }

    /** When the workloads have been checked too. */
    private void send(CheckResult.Builder answer, CompletableFuture<List<CheckFinding>> mistakes) {
        GuardedTasks.reportFailure(
                "the answer to a check", mistakes.thenAccept(found -> send(answer.addAllFindings(found))));
    }

    private void send(CheckResult.Builder answer) {
        answer.setWallMicros(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
        link.accept(FromAgent.newBuilder().setCheckResult(answer).build());
    }
}
