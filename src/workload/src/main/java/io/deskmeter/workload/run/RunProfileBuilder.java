package io.deskmeter.workload.run;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a {@link RunProfile} by the names of its values. One of which nothing else is said has its id for a title, is
 * measured remotely, and has the default thresholds and bounds of validity, no limits of metrics, no expectations, and
 * any agents.
 */
public final class RunProfileBuilder {
    private final String id;
    private String title;
    private WorkloadProfile workloads;
    private Mode mode = Mode.REMOTE;
    private Target target;
    private Optional<Calibration> calibration = Optional.empty();
    private TargetHandlers handlers = TargetHandlers.NONE;
    private List<String> agents = List.of();
    private Load load;
    private Thresholds thresholds = Thresholds.DEFAULT;
    private Map<String, Double> limits = Map.of();
    private RunProfile.Evidence evidence = RunProfile.Evidence.FAILED;
    private Duration logonInterval = Duration.ofSeconds(3);
    private List<Expectation> expect = List.of();
    private ValidityBounds validity = ValidityBounds.DEFAULT;

    RunProfileBuilder(String id, WorkloadProfile workloads, Target target, Load load) {
        this.id = id;
        this.title = id;
        this.workloads = workloads;
        this.target = target;
        this.load = load;
    }

    /** Its title, for people. */
    public RunProfileBuilder title(String value) {
        title = value;
        return this;
    }

    /** What each session does. */
    public RunProfileBuilder workloads(WorkloadProfile value) {
        workloads = value;
        return this;
    }

    /** Who drives and who measures. */
    public RunProfileBuilder mode(Mode value) {
        mode = value;
        return this;
    }

    /** Where sessions live. */
    public RunProfileBuilder target(Target value) {
        target = value;
        return this;
    }

    /** Pictures that replace landmarks on the target; empty: the workloads' own. */
    public RunProfileBuilder calibration(Optional<Calibration> value) {
        calibration = value;
        return this;
    }

    /** What is done about windows of the target. */
    public RunProfileBuilder handlers(TargetHandlers value) {
        handlers = value;
        return this;
    }

    /** Labels that a client agent must have to be given sessions. */
    public RunProfileBuilder agents(List<String> value) {
        agents = value;
        return this;
    }

    /** How many sessions. */
    public RunProfileBuilder load(Load value) {
        load = value;
        return this;
    }

    /** What passes. */
    public RunProfileBuilder thresholds(Thresholds value) {
        thresholds = value;
        return this;
    }

    /** What passes of metrics, by their ids. */
    public RunProfileBuilder limits(Map<String, Double> value) {
        limits = value;
        return this;
    }

    /** Of which operations frames are kept. */
    public RunProfileBuilder evidence(RunProfile.Evidence value) {
        evidence = value;
        return this;
    }

    /** The time between the starts of two sessions. */
    public RunProfileBuilder logonInterval(Duration value) {
        logonInterval = value;
        return this;
    }

    /** What the result should be. */
    public RunProfileBuilder expect(List<Expectation> value) {
        expect = value;
        return this;
    }

    /** How far the harness may be off. */
    public RunProfileBuilder validity(ValidityBounds value) {
        validity = value;
        return this;
    }

    public RunProfile build() {
        return new RunProfile(
                id,
                title,
                workloads,
                mode,
                target,
                calibration,
                handlers,
                agents,
                load,
                thresholds,
                limits,
                evidence,
                logonInterval,
                expect,
                validity);
    }
}
