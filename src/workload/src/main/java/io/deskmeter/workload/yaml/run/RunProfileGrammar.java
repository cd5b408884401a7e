package io.deskmeter.workload.yaml.run;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;
import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.profile.TypedTexts;
import io.deskmeter.workload.yaml.profile.WorkloadProfileGrammar;
import io.deskmeter.workload.yaml.targets.TargetGrammar;
import io.deskmeter.workload.yaml.targets.TargetGrammar.CalibratedTarget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of a run profile. */
public final class RunProfileGrammar {
    /** Of a document that stands for itself: nothing is looked up. */
    private static final RunProfileGrammar SELF_CONTAINED = new RunProfileGrammar(References.none());

    private static final CalibratedTarget DEFAULT_TARGET =
            new CalibratedTarget(TargetGrammar.DEFAULT, Optional.empty(), TargetHandlers.NONE);

    private static final Key<RunProfile, Optional<String>> ID = Key.always("id", Types.NAME, RunProfile::id)
            .help("what it is called")
            .otherwise("the file's name");
    private static final Key<RunProfile, Optional<String>> TITLE = Key.always("title", Types.TITLE, RunProfile::title)
            .help("one line for people")
            .otherwise("the id");
    private static final Key<RunProfile, WorkloadProfile> WORKLOADS = Key.required(
                    "workloads", workloads(), WorkloadProfileGrammar.PLACEHOLDER, RunProfile::workloads)
            .help("the id of a workload profile, or a [workload profile](#a-workload-profile) as a map");
    private static final Key<RunProfile, Mode> MODE = Key.byDefault(
                    "mode", Types.choice(Mode.class, Mode.REMOTE), Mode.REMOTE, RunProfile::mode)
            .help(
                    "who drives and measures: a client agent, on what the display protocol delivers (`remote`); the agent in the desktop, on its own"
                            + " screen, without a display (`local`) or with one that a client agent keeps open (`passive`)");
    private static final Key<RunProfile, Optional<CalibratedTarget>> TARGET = Key.<RunProfile, CalibratedTarget>always(
                    "target",
                    TargetGrammar.TARGET,
                    profile -> new CalibratedTarget(profile.target(), profile.calibration(), profile.handlers()))
            .help("[where sessions run](#targets)")
            .otherwise("`local` with its defaults");
    private static final Key<RunProfile, List<String>> AGENTS = Key.optional(
                    "agents", Types.list("labels", Types.NAME), List.of(), RunProfile::agents)
            .help(
                    "labels that a client agent must have, all of them, to be given sessions (`./deskmeter agent --label site-a`)")
            .otherwise("all client agents are used");
    private static final Key<RunProfile, Load> LOAD = Key.required(
                    "load", LoadGrammar.LOAD, LoadGrammar.PLACEHOLDER, RunProfile::load)
            .help("[how many sessions](#how-many)");
    private static final Key<RunProfile, Optional<Thresholds>> THRESHOLDS = Key.always(
                    "thresholds", BoundsGrammar.THRESHOLDS, RunProfile::thresholds)
            .help("what the 95th percentile of the responses of a group, and of logons, may be");
    private static final Key<RunProfile, Map<String, Double>> LIMITS = Key.optional(
                    "limits", MetricLimitGrammar.LIMITS, Map.of(), RunProfile::limits)
            .help(
                    "what the statistic of a [metric](#metrics) must reach where higher values are better, and must not exceed where lower ones are; by"
                            + " the metric's id");
    private static final Key<RunProfile, Evidence> EVIDENCE = Key.byDefault(
                    "evidence", Types.choice(Evidence.class, Evidence.SLOW), Evidence.SLOW, RunProfile::evidence)
            .help(
                    "which operations get a film strip: those that failed; those that failed or took longer than the threshold of their group, whatever"
                            + " their metrics; all");
    private static final Key<RunProfile, Duration> LOGON_INTERVAL = Key.byDefault(
                    "logonInterval", GrammarLimits.PAUSE, Duration.ofSeconds(2), RunProfile::logonInterval)
            .help("time between the starts of two sessions");
    private static final Key<RunProfile, List<Expectation>> EXPECT = Key.optional(
                    "expect", ExpectationGrammar.EXPECT, List.of(), RunProfile::expect)
            .help(
                    "[what the result must be](#expectations-and-validity): for each figure a sign, `>=`, `>`, `<=` or `<`, and a value");
    private static final Key<RunProfile, Optional<ValidityBounds>> VALIDITY = Key.always(
                    "validity", BoundsGrammar.VALIDITY, RunProfile::validity)
            .help("[how far the harness may be off](#expectations-and-validity) before the run is invalid");

    /** A run profile in which nothing is looked up. */
    public static final MapType<RunProfile> RUN_PROFILE = MapType.of(
            "a run profile",
            fields -> SELF_CONTAINED.read(fields, ""),
            ID,
            TITLE,
            WORKLOADS,
            MODE,
            TARGET,
            AGENTS,
            LOAD,
            THRESHOLDS,
            LIMITS,
            EVIDENCE,
            LOGON_INTERVAL,
            EXPECT,
            VALIDITY);

    private final References references;

    public RunProfileGrammar(References references) {
        this.references = references;
    }

    private static Type<WorkloadProfile> workloads() {
        return Type.of(
                "an id, or a map",
                d -> anyOf(
                        schema("description", "The id of a workload profile.", "type", "string"),
                        schema("$ref", "workload-profile.schema.json")),
                value -> SELF_CONTAINED.workloads(value, ""),
                WorkloadProfileGrammar.WORKLOAD_PROFILE::write);
    }

    /**
     * Reads the document of a run profile.
     *
     * @param defaultId where the document gives none
     */
    public RunProfile read(Value root, String defaultId) {
        return read(RUN_PROFILE.fields(root), defaultId);
    }

    private RunProfile read(Fields fields, String defaultId) {
        Value root = fields.map();
        String id = ID.in(fields).orElse(defaultId);
        if (!fields.has(ID.name()) && root.isMap() && !Keywords.NAME.matcher(id).matches()) {
            root.problem(
                    "`id` is missing, and `" + id + "` cannot stand for it (expected: " + Keywords.NAME_FORM + ")");
        }
        WorkloadProfile workloads = WORKLOADS.in(fields, of -> workloads(of, id));
        MetricLimitGrammar metrics = new MetricLimitGrammar(references, workloads.workloads());
        Mode mode = MODE.in(fields);
        CalibratedTarget calibrated = TARGET.in(
                        fields, of -> Optional.of(TargetGrammar.read(of, references, workloads.workloads())))
                .orElse(DEFAULT_TARGET);
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
        // In the order of the keys, as problems are told.
        String title = TITLE.in(fields).orElse(id);
        List<String> agents = AGENTS.in(fields);
        return RunProfile.builder(id, workloads, target, LOAD.in(fields))
                .title(title)
                .mode(mode)
                .calibration(calibrated.calibration())
                .handlers(calibrated.handlers())
                .agents(agents)
                .thresholds(THRESHOLDS.in(fields).orElse(Thresholds.DEFAULT))
                .limits(LIMITS.in(fields, metrics::read))
                .evidence(EVIDENCE.in(fields))
                .logonInterval(LOGON_INTERVAL.in(fields))
                .expect(EXPECT.in(fields, of -> ExpectationGrammar.read(of, metrics)))
                .validity(VALIDITY.in(fields).orElse(ValidityBounds.DEFAULT))
                .build();
    }

    /** The canonical form: fixed order of keys, no defaults left out. */
    public static String write(RunProfile profile) {
        return Documents.yaml().dump(RUN_PROFILE.write(profile));
    }

    /**
     * The canonical form with another workload profile, which is named and not inlined.
     *
     * @param workloads its id
     */
    public static String write(RunProfile profile, String workloads) {
        Map<String, Object> map = RUN_PROFILE.write(profile);
        map.put(WORKLOADS.name(), workloads);
        return Documents.yaml().dump(map);
    }

    /** What cannot be without desktop agents. */
    private static void requireAgentless(Fields fields, Mode mode, Agentless agentless, WorkloadProfile workloads) {
        if (mode != Mode.REMOTE) {
            fields.optional(
                    MODE.name(),
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
                    TARGET.name(),
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
        if (!fields.has(TARGET.name())) {
            TypedTexts.check(root, target, texts);
            return;
        }
        fields.optional(
                TARGET.name(),
                of -> {
                    TypedTexts.check(of, target, texts);
                    return target;
                },
                target);
    }

    private WorkloadProfile workloads(Value value, String runProfileId) {
        return value.isText()
                ? references.profile(value)
                : new WorkloadProfileGrammar(references).read(value, runProfileId);
    }
}
