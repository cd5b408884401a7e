package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.WorkloadProfile.Order;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.profile.WorkloadListReader.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a workload profile, whether it has a file of its own or stands inside a run profile. */
public final class WorkloadProfileReader {
    static final int DEFAULT_ITERATIONS = 5;
    static final int DEFAULT_SKIPPED = 1;
    public static final ThinkTime DEFAULT_THINK = new ThinkTime(Duration.ofSeconds(2), 0.5);
    static final long DEFAULT_SEED = 1;
    public static final WorkloadProfile PLACEHOLDER =
            new WorkloadProfile("", List.of(), 1, 0, 0, DEFAULT_THINK, Order.SHUFFLED, DEFAULT_SEED);

    public static final String TYPING = "typing";

    private static final Pattern SPEED = Pattern.compile("([0-9]{1,4}) words/min");
    private static final Set<String> KEYS =
            Set.of("id", "workloads", "iterations", "steady", "think", TYPING, "order", "seed");

    private final WorkloadListReader workloads;

    public WorkloadProfileReader(References references) {
        this.workloads = new WorkloadListReader(references);
    }

    /**
     * The profile of a document.
     *
     * @param defaultId where the document gives none
     */
    public WorkloadProfile read(Value value, String defaultId) {
        Fields fields = value.fields("a workload profile", KEYS);
        int before = value.problems().count();
        int iterations = fields.optional("iterations", of -> of.integer(1, Limits.ITERATIONS), DEFAULT_ITERATIONS);
        Steady steady = fields.optional("steady", WorkloadProfileReader::steady, Steady.DEFAULT);
        if (value.problems().count() == before && value.isMap() && steady.first() + steady.last() >= iterations) {
            value.problem(
                    "iterations: " + iterations + ", of which " + steady.first() + " first and " + steady.last()
                            + " last are skipped (expected: at least one left; `steady: {skipFirst: 0, skipLast: 0}` counts all)");
        }
        String id = fields.optional("id", of -> of.text(Keywords.NAME, Keywords.NAME_FORM), defaultId);
        Workloads work = fields.required("workloads", workloads::read, Workloads.NONE);
        return new WorkloadProfile(
                id,
                work.ids(),
                work.shares(),
                iterations,
                steady.first(),
                steady.last(),
                fields.optional("think", WorkloadProfileReader::think, DEFAULT_THINK),
                fields.optional(TYPING, WorkloadProfileReader::typing, OptionalInt.empty()),
                fields.optional("order", of -> of.choice(Keywords.of(Order.class), Order.SHUFFLED), Order.SHUFFLED),
                fields.optional("seed", of -> of.integer(Long.MIN_VALUE, Long.MAX_VALUE), DEFAULT_SEED));
    }

    private static Steady steady(Value value) {
        Fields fields = value.fields("the skipped iterations", Set.of("skipFirst", "skipLast"));
        return new Steady(skipped(fields, "skipFirst"), skipped(fields, "skipLast"));
    }

    private static int skipped(Fields fields, String key) {
        return fields.optional(key, of -> of.integer(0, Limits.ITERATIONS), DEFAULT_SKIPPED);
    }

    private static ThinkTime think(Value value) {
        Fields fields = value.fields("a think time", Set.of("mean", "spread"));
        return new ThinkTime(
                fields.optional("mean", Limits::pause, DEFAULT_THINK.mean()),
                fields.optional("spread", Value::percent, DEFAULT_THINK.spread()));
    }

    private static OptionalInt typing(Value value) {
        Matcher speed = SPEED.matcher(value.string().orElse(""));
        int words = speed.matches() ? Integer.parseInt(speed.group(1)) : 0;
        if (words < 1) {
            value.expected("a speed as `60 words/min`, from 1 to 9999; a word is five characters");
            return OptionalInt.empty();
        }
        return OptionalInt.of(words);
    }

    public static String writeTyping(int words) {
        return words + " words/min";
    }

    private record Steady(int first, int last) {
        static final Steady DEFAULT = new Steady(DEFAULT_SKIPPED, DEFAULT_SKIPPED);
    }
}
