package io.deskmeter.controller.run.plan;

import io.deskmeter.workload.Application;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.yaml.AccountSets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans for tests: one workload of two operations, A and B, two seconds of think time. */
public final class Plans {
    private Plans() {}

    public static RunPlan of(Load load) {
        return of(load, ValidityBounds.DEFAULT);
    }

    public static RunPlan of(Load load, ValidityBounds validity) {
        return of(
                load,
                new WorkloadProfile(
                        "office",
                        List.of("office/writer"),
                        5,
                        1,
                        1,
                        new ThinkTime(Duration.ofSeconds(2), 0.5),
                        WorkloadProfile.Order.FIXED,
                        7),
                validity);
    }

    public static RunPlan of(Load load, WorkloadProfile workloads) {
        return of(load, workloads, ValidityBounds.DEFAULT);
    }

    public static RunPlan of(Load load, WorkloadProfile workloads, ValidityBounds validity) {
        RunProfile profile = RunProfile.builder("test", workloads, new Target.LocalDesktops(1280, 800), load)
                .title("A test")
                .validity(validity)
                .build();
        return new RunPlan(
                "run-1", profile, "id: test", List.of(writer()), List.of(), Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** On an RDP host, with as many users as it has room for. */
    public static RunPlan onHost(Load load, int users) {
        RunProfile plain = of(load).profile();
        RunProfile profile = plain.like()
                .target(new Target.RdpHosts(
                        Hosts.of(List.of("rdsh-1"), 3389),
                        users,
                        Optional.of("set"),
                        Optional.empty(),
                        "any",
                        1280,
                        800))
                .load(load)
                .limits(Map.of())
                .build();
        return new RunPlan(
                "run-1",
                profile,
                "id: test",
                List.of(writer()),
                AccountSets.expand("u{1.." + users + "}", "p", "", AllowedHosts.of(List.of("*"))),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    /**
     * On an RDP host without desktop agents, on which nobody logs off: a session that follows another one as the same
     * user may find what that has left.
     */
    public static RunPlan withoutLogoff(Load load, int users, ValidityBounds validity) {
        RunPlan plain = of(load, validity);
        RunProfile profile = plain.profile();
        Target target = new Target.RdpHosts(
                Hosts.of(List.of("rdsh-1"), 3389),
                users,
                Optional.of("set"),
                Optional.of(new Agentless(
                        "",
                        new Agentless.Sign.Rest(Agentless.READY_REST),
                        new Agentless.Launcher.Icons(Map.of()),
                        List.of())),
                Optional.empty(),
                "any",
                TargetKeyboard.UNKNOWN,
                1280,
                800);
        return new RunPlan(
                plain.id(),
                profile.like().target(target).build(),
                "id: test",
                plain.workloads(),
                AccountSets.expand("u{1.." + users + "}", "p", "", AllowedHosts.of(List.of("*"))),
                plain.createdAt());
    }

    /** Of a workload that measures how alike its pictures are to its landmarks. */
    public static RunPlan measuring(Load load, Map<String, Double> limits) {
        RunProfile plain = of(load).profile();
        RunProfile profile = plain.like().load(load).limits(limits).build();
        return new RunPlan(
                "run-1",
                profile,
                "id: test",
                List.of(new Workload(
                        "office/writer",
                        "Word processor",
                        "",
                        new Application(Map.of("linux", List.of("writer"))),
                        List.of(
                                operation("modify", Group.A, new Condition.Appears("landmarks/a.png")),
                                operation("open", Group.B, new Condition.Appears("landmarks/b.png"))),
                        List.of(MetricSource.PICTURE_SIMILARITY.metric()),
                        List.of(),
                        Path.of("/workloads/office/writer"),
                        "abc")),
                List.of(),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** Of two workloads, one of which a share of the sessions works only. */
    public static RunPlan sharing(Load load, double share) {
        RunProfile plain = of(load).profile();
        WorkloadProfile workloads = new WorkloadProfile(
                "office",
                List.of("office/writer", "video/play"),
                Map.of("video/play", share),
                5,
                1,
                1,
                new ThinkTime(Duration.ofSeconds(2), 0.5),
                WorkloadProfile.Order.FIXED,
                7);
        RunProfile profile = plain.like()
                .workloads(workloads)
                .load(load)
                .limits(Map.of())
                .validity(new ValidityBounds(0.5, 0.5, 0.1, 0.1, Duration.ofMillis(500), 0.25))
                .build();
        return new RunPlan(
                "run-1",
                profile,
                "id: test",
                List.of(writer(), video()),
                List.of(),
                Instant.parse("2026-01-01T00:00:00Z"));
    }

    private static Workload video() {
        return new Workload(
                "video/play",
                "Video player",
                "",
                new Application(Map.of("linux", List.of("player"))),
                List.of(operation("start", Group.B), operation("pause", Group.A), operation("resume", Group.A)),
                Path.of("/workloads/video/play"),
                "def");
    }

    private static Workload writer() {
        return new Workload(
                "office/writer",
                "Word processor",
                "",
                new Application(Map.of("linux", List.of("writer"))),
                List.of(operation("modify", Group.A), operation("open", Group.B)),
                Path.of("/workloads/office/writer"),
                "abc");
    }

    private static Operation operation(String id, Group group) {
        return operation(id, group, new Condition.Settles(new Region.Whole(), 1, Duration.ofSeconds(1)));
    }

    private static Operation operation(String id, Group group, Condition condition) {
        Until until = new Until(condition, Duration.ofSeconds(30));
        return new Operation(
                id, group, List.of(new Operation.Occurrence(List.of(), List.of(new Step.Type("x")), until)));
    }
}
