package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.profile.TypedTexts;
import io.deskmeter.workload.yaml.profile.WorkloadProfileReader;
import io.deskmeter.workload.yaml.targets.TargetReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a run profile. */
public final class RunProfileReader {
    static final Duration DEFAULT_LOGON_INTERVAL = Duration.ofSeconds(2);

    private static final Set<String> KEYS = Set.of(
            "id",
            "title",
            "workloads",
            "mode",
            "target",
            "agents",
            "load",
            "thresholds",
            "limits",
            "evidence",
            "logonInterval",
            "expect",
            "validity");

    private final References references;

    public RunProfileReader(References references) {
        this.references = references;
    }

    /**
     * Reads the document of a run profile.
     *
     * @param defaultId where the document gives none
     */
    public RunProfile read(Value root, String defaultId) {
        Fields fields = root.fields("a run profile", KEYS);
        String id = fields.optional("id", of -> of.text(Keywords.NAME, Keywords.NAME_FORM), defaultId);
        if (!fields.has("id") && root.isMap() && !Keywords.NAME.matcher(id).matches()) {
            root.problem(
                    "`id` is missing, and `" + id + "` cannot stand for it (expected: " + Keywords.NAME_FORM + ")");
        }
        WorkloadProfile workloads =
                fields.required("workloads", of -> workloads(of, id), WorkloadProfileReader.PLACEHOLDER);
        MetricLimitReader metrics = new MetricLimitReader(references, workloads.workloads());
        Mode mode = fields.optional("mode", of -> of.choice(Keywords.of(Mode.class), Mode.REMOTE), Mode.REMOTE);
        TargetReader.CalibratedTarget calibrated = fields.optional(
                "target",
                of -> TargetReader.read(of, references, workloads.workloads()),
                new TargetReader.CalibratedTarget(TargetReader.DEFAULT, Optional.empty(), TargetHandlers.NONE));
        Target target = calibrated.target();
        target.agentless().ifPresent(agentless -> requireAgentless(fields, mode, agentless, workloads));
        if (mode == Mode.REMOTE && root.problems().count() == 0) {
            references.texts(workloads.workloads()).ifPresent(ofWorkloads -> {
                Map<String, TypedTexts.Typed> texts = new LinkedHashMap<>(ofWorkloads);
                texts.put(
                        "the target's handlers",
                        TypedTexts.of(calibrated.handlers().handlers()));
                checkTexts(root, fields, target, texts);
            });
        }
        return new RunProfile(
                id,
                fields.optional("title", of -> of.text(Keywords.TITLE, Keywords.TITLE_FORM), id),
                workloads,
                mode,
                target,
                calibrated.calibration(),
                calibrated.handlers(),
                fields.optional("agents", RunProfileReader::labels, List.of()),
                fields.required("load", LoadReader::read, LoadReader.PLACEHOLDER),
                fields.optional("thresholds", RunProfileReader::thresholds, Thresholds.DEFAULT),
                fields.optional("limits", metrics::read, Map.of()),
                fields.optional("evidence", of -> of.choice(Keywords.of(Evidence.class), Evidence.SLOW), Evidence.SLOW),
                fields.optional("logonInterval", Limits::pause, DEFAULT_LOGON_INTERVAL),
                fields.optional("expect", of -> ExpectationReader.read(of, metrics), List.of()),
                fields.optional("validity", ValidityReader::read, ValidityBounds.DEFAULT));
    }

    /** What cannot be without desktop agents. */
    private static void requireAgentless(Fields fields, Mode mode, Agentless agentless, WorkloadProfile workloads) {
        if (mode != Mode.REMOTE) {
            fields.optional(
                    "mode",
                    of -> {
                        of.expected("remote, because the target has no desktop agents, which drive and measure in mode "
                                + Keywords.word(mode));
                        return mode;
                    },
                    mode);
        }
        List<String> missing = workloads.workloads().stream()
                .filter(id -> !agentless.launcher().launches(id))
                .toList();
        if (!missing.isEmpty() && fields.map().problems().count() == 0) {
            fields.optional(
                    "target",
                    of -> {
                        of.problem("its launcher has nothing for " + String.join(", ", missing)
                                + " (expected: one for each workload of the profile)");
                        return missing;
                    },
                    missing);
        }
    }

    /** At the target where there is one, because it decides. */
    private static void checkTexts(Value root, Fields fields, Target target, Map<String, TypedTexts.Typed> texts) {
        if (!fields.has("target")) {
            TypedTexts.check(root, target, texts);
            return;
        }
        fields.optional(
                "target",
                of -> {
                    TypedTexts.check(of, target, texts);
                    return target;
                },
                target);
    }

    private WorkloadProfile workloads(Value value, String runProfileId) {
        return value.isText()
                ? references.profile(value)
                : new WorkloadProfileReader(references).read(value, runProfileId);
    }

    private static List<String> labels(Value value) {
        List<String> labels = new ArrayList<>();
        for (Value item : value.items("labels")) {
            labels.add(item.text(Keywords.NAME, Keywords.NAME_FORM));
        }
        return labels;
    }

    private static Thresholds thresholds(Value given) {
        Fields fields = given.fields("the thresholds", Set.of("A", "B", "logon"));
        return new Thresholds(
                fields.optional("A", Limits::timeout, Thresholds.DEFAULT.a()),
                fields.optional("B", Limits::timeout, Thresholds.DEFAULT.b()),
                fields.optional("logon", value -> Optional.of(Limits.timeout(value)), Thresholds.DEFAULT.logon()));
    }
}
