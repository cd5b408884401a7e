package io.deskmeter.workload.yaml.profile;

import static io.deskmeter.workload.yaml.grammar.Definitions.anyOf;

import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workloads of a workload profile: ids, or maps of an id and a share of the sessions. */
public final class WorkloadListGrammar {
    /** Each is looked up, and its files are read. */
    private static final int MOST = 1_000;

    private static final Key<Work, String> WORKLOAD =
            Key.required("workload", Types.ID, "", Work::id).help("the id of a workload");
    private static final Key<Work, Double> SESSIONS = Key.required(
                    "sessions",
                    Types.quantity(
                            "percent, above 0%",
                            "(?!0{1,2}(\\.0+)?%)" + Quantities.PERCENT.pattern(),
                            WorkloadListGrammar::share,
                            Quantities::formatPercent),
                    1.0,
                    Work::share)
            .help("the share of the sessions that work it");

    /** A workload that only a share of the sessions works. */
    public static final MapType<Work> SHARED =
            MapType.of("a workload", fields -> new Work(WORKLOAD.in(fields), SESSIONS.in(fields)), WORKLOAD, SESSIONS);

    /** Not looked up. */
    static final Type<Workloads> WORKLOADS = Type.of(
            "a list of ids, or of maps: `workload`, `sessions`",
            WorkloadListGrammar::schema,
            new WorkloadListGrammar(References.none())::read,
            WorkloadListGrammar::write);

    private final References references;

    WorkloadListGrammar(References references) {
        this.references = references;
    }

    /**
     * The workloads of a profile.
     *
     * @param ids in the order of the document
     * @param shares of those that not all sessions work
     */
    record Workloads(List<String> ids, Map<String, Double> shares) {
        static final Workloads NONE = new Workloads(List.of(), Map.of());
    }

    private static Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> ofAll = Definitions.schema(
                "properties",
                Map.of(SESSIONS.name(), Definitions.schema("pattern", "^100(\\.0+)?%$")),
                "required",
                List.of(SESSIONS.name()));
        Map<String, Object> contained = anyOf(Definitions.schema("type", "string"), ofAll);
        contained.put("description", "At least one workload that all sessions work.");
        return Definitions.schema(
                "type",
                "array",
                "items",
                anyOf(Types.ID.named("workload").schema(definitions), SHARED.schema(definitions)),
                "contains",
                contained,
                "minItems",
                1,
                "maxItems",
                MOST,
                "uniqueItems",
                true);
    }

    Workloads read(Value value) {
        Set<String> ids = new LinkedHashSet<>();
        Map<String, Double> shares = new LinkedHashMap<>();
        int before = value.problems().count();
        List<Value> items = value.items("ids of workloads");
        if (items.size() > MOST) {
            value.problem(items.size() + " workloads (expected: at most " + MOST + ")");
            return Workloads.NONE;
        }
        for (Value item : items) {
            Work work = work(item, ids);
            if (!ids.add(work.id()) && !work.id().isEmpty()) {
                item.problem(
                        (item.isMap() ? "workload " + work.id() : item.shown()) + " (expected: each workload once)");
            }
            if (work.share() < 1) {
                shares.put(work.id(), work.share());
            }
        }
        if (value.problems().count() == before && shares.size() == ids.size()) {
            value.problem(
                    "each workload has a share of the sessions, so that some sessions would have none (expected: at least one workload that all"
                            + " sessions work, written without `sessions`)");
        }
        return new Workloads(List.copyOf(ids), shares);
    }

    private Work work(Value item, Set<String> before) {
        if (!item.isMap()) {
            return new Work(id(item, before), 1);
        }
        Fields fields = SHARED.fields(item);
        return new Work(WORKLOAD.in(fields, of -> id(of, before)), SESSIONS.in(fields));
    }

    /** Each workload is looked up once, however often it is named. */
    private String id(Value value, Set<String> before) {
        String id = value.text(Keywords.ID, Keywords.ID_FORM);
        if (!id.isEmpty() && !before.contains(id)) {
            references.checkWorkload(value, id);
        }
        return id;
    }

    private static double share(Value value) {
        double share = value.string().flatMap(Quantities::percent).orElse(0.0);
        if (share <= 0) {
            value.expected("a share of the sessions as `20%`, above 0% and at most 100%");
            return 1;
        }
        return share;
    }

    private static List<Object> write(Workloads workloads) {
        return workloads.ids().stream()
                .map(id -> workloads.shares().containsKey(id)
                        ? SHARED.write(new Work(id, workloads.shares().get(id)))
                        : (Object) id)
                .toList();
    }

    /**
     * One of the workloads.
     *
     * @param id of it
     * @param share of the sessions that work it
     */
    public record Work(String id, double share) {}
}
