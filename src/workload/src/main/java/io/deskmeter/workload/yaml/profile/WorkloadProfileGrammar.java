package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.WorkloadProfile.Order;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.profile.WorkloadListGrammar.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of a workload profile, whether it has a file of its own or stands inside a run profile. */
public final class WorkloadProfileGrammar {
    public static final ThinkTime DEFAULT_THINK = new ThinkTime(Duration.ofSeconds(2), 0.5);
    private static final int DEFAULT_SKIPPED = 1;
    private static final long DEFAULT_SEED = 1;
    private static final Pattern SPEED = Pattern.compile("([0-9]{1,4}) words/min");

    /** Stands for a profile that cannot be read. */
    public static final WorkloadProfile PLACEHOLDER =
            new WorkloadProfile("", List.of(), 1, 0, 0, DEFAULT_THINK, Order.SHUFFLED, DEFAULT_SEED);

    private static final Key<Steady, Integer> SKIP_FIRST = skip("skipFirst", Steady::first, "first");
    private static final Key<Steady, Integer> SKIP_LAST = skip("skipLast", Steady::last, "last");
    public static final MapType<Steady> STEADY = MapType.of(
            "the skipped iterations",
            fields -> new Steady(SKIP_FIRST.in(fields), SKIP_LAST.in(fields)),
            SKIP_FIRST,
            SKIP_LAST);

    private static final Key<ThinkTime, Duration> MEAN = Key.byDefault(
                    "mean", GrammarLimits.PAUSE, DEFAULT_THINK.mean(), ThinkTime::mean)
            .help("pause before every operation");
    private static final Key<ThinkTime, Double> SPREAD = Key.byDefault(
                    "spread", Types.PERCENT, DEFAULT_THINK.spread(), ThinkTime::spread)
            .help("how far a pause may be from the mean: uniform in mean · (1 ± spread)");
    public static final MapType<ThinkTime> THINK =
            MapType.of("a think time", fields -> new ThinkTime(MEAN.in(fields), SPREAD.in(fields)), MEAN, SPREAD);

    private static final Key<WorkloadProfile, Optional<String>> ID = Key.always("id", Types.NAME, WorkloadProfile::id)
            .help("what it is called")
            .otherwise("the file's name; within a run profile the id of that");
    private static final Key<WorkloadProfile, Workloads> WORKLOADS = Key.<WorkloadProfile, Workloads>required(
                    "workloads",
                    WorkloadListGrammar.WORKLOADS,
                    Workloads.NONE,
                    profile -> new Workloads(profile.workloads(), profile.shares()))
            .help("ids of workloads, each worked by all sessions or by a [share of them](#shares-of-sessions)");
    private static final Key<WorkloadProfile, Integer> ITERATIONS = Key.byDefault(
                    "iterations", Types.integer(1, GrammarLimits.ITERATIONS), 5, WorkloadProfile::iterations)
            .help("how often a session runs all its workloads");
    private static final Key<WorkloadProfile, Optional<Steady>> STEADY_PART = Key.<WorkloadProfile, Steady>always(
                    "steady", STEADY, profile -> new Steady(profile.skipFirst(), profile.skipLast()))
            .help("iterations that do not count; at least one must remain");
    private static final Key<WorkloadProfile, Optional<ThinkTime>> THINK_PART =
            Key.always("think", THINK, WorkloadProfile::think).help("pauses before operations");
    private static final Key<WorkloadProfile, Optional<Integer>> TYPING = Key.<WorkloadProfile, Integer>optional(
                    "typing",
                    Types.quantity(
                            "`1 words/min` to `9999 words/min`",
                            "(?!0+ )[0-9]{1,4} words/min",
                            WorkloadProfileGrammar::typing,
                            words -> words + " words/min"),
                    profile -> Types.optional(profile.typing()))
            .help("how fast texts are typed that have no `pace` of their own; a word is five characters")
            .otherwise("as fast as the desktop takes them");
    private static final Key<WorkloadProfile, Order> ORDER = Key.byDefault(
                    "order", Types.choice(Order.class, Order.SHUFFLED), Order.SHUFFLED, WorkloadProfile::order)
            .help("order of the workloads: another one for each session and iteration, or that of the list");
    private static final Key<WorkloadProfile, Long> SEED = Key.byDefault(
                    "seed",
                    Types.integer(Long.MIN_VALUE, Long.MAX_VALUE).called("a whole number"),
                    DEFAULT_SEED,
                    WorkloadProfile::seed)
            .help("the same seed gives the same plan");

    /** A workload profile whose workloads are not looked up. */
    public static final MapType<WorkloadProfile> WORKLOAD_PROFILE = MapType.of(
            "a workload profile",
            fields -> new WorkloadProfileGrammar(References.none()).read(fields, ""),
            ID,
            WORKLOADS,
            ITERATIONS,
            STEADY_PART,
            THINK_PART,
            TYPING,
            ORDER,
            SEED);

    private final WorkloadListGrammar workloads;

    public WorkloadProfileGrammar(References references) {
        this.workloads = new WorkloadListGrammar(references);
    }

    /**
     * The profile of a document.
     *
     * @param defaultId where the document gives none
     */
    public WorkloadProfile read(Value value, String defaultId) {
        return read(WORKLOAD_PROFILE.fields(value), defaultId);
    }

    private WorkloadProfile read(Fields fields, String defaultId) {
        Value map = fields.map();
        int before = map.problems().count();
        int iterations = ITERATIONS.in(fields);
        Steady steady = STEADY_PART.in(fields).orElse(Steady.DEFAULT);
        if (map.problems().count() == before && map.isMap() && steady.first() + steady.last() >= iterations) {
            map.problem(
                    "iterations: " + iterations + ", of which " + steady.first() + " first and " + steady.last()
                            + " last are skipped (expected: at least one left; `steady: {skipFirst: 0, skipLast: 0}` counts all)");
        }
        Workloads work = WORKLOADS.in(fields, workloads::read);
        return new WorkloadProfile(
                ID.in(fields).orElse(defaultId),
                work.ids(),
                work.shares(),
                iterations,
                steady.first(),
                steady.last(),
                THINK_PART.in(fields).orElse(DEFAULT_THINK),
                Types.optionalInt(TYPING.in(fields)),
                ORDER.in(fields),
                SEED.in(fields));
    }

    private static Key<Steady, Integer> skip(String name, Function<Steady, Integer> get, String which) {
        return Key.byDefault(name, Types.integer(0, GrammarLimits.ITERATIONS), DEFAULT_SKIPPED, get)
                .help("how many of the " + which + " iterations do not count");
    }

    private static int typing(Value value) {
        Matcher speed = SPEED.matcher(value.string().orElse(""));
        int words = speed.matches() ? Integer.parseInt(speed.group(1)) : 0;
        if (words < 1) {
            value.expected("a speed as `60 words/min`, from 1 to 9999; a word is five characters");
        }
        return words;
    }

    /**
     * Iterations that do not count.
     *
     * @param first of a session
     * @param last of a session
     */
    public record Steady(int first, int last) {
        static final Steady DEFAULT = new Steady(DEFAULT_SKIPPED, DEFAULT_SKIPPED);
    }
}
