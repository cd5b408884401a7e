package io.deskmeter.workload.yaml.profile;

import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes the workloads of a workload profile: ids, or maps of an id and a share of the sessions. */
public final class WorkloadListReader {
    private static final String WORKLOAD = "workload";
    private static final String SESSIONS = "sessions";

    private final References references;

    WorkloadListReader(References references) {
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

    Workloads read(Value value) {
        List<String> ids = new ArrayList<>();
        Map<String, Double> shares = new LinkedHashMap<>();
        int before = value.problems().count();
        for (Value item : value.items("ids of workloads")) {
            Work work = work(item);
            if (ids.contains(work.id()) && !work.id().isEmpty()) {
                item.problem(
                        (item.isMap() ? "workload " + work.id() : item.shown()) + " (expected: each workload once)");
            }
            ids.add(work.id());
            if (work.share() < 1) {
                shares.put(work.id(), work.share());
            }
        }
        if (value.problems().count() == before && shares.size() == ids.size()) {
            value.problem(
                    "each workload has a share of the sessions, so that some sessions would have none (expected: at least one workload that all"
                            + " sessions work, written without `sessions`)");
        }
        return new Workloads(ids, shares);
    }

    private Work work(Value item) {
        if (!item.isMap()) {
            return new Work(id(item), 1);
        }
        Fields fields = item.fields("a workload", Set.of(WORKLOAD, SESSIONS));
        return new Work(
                fields.required(WORKLOAD, this::id, ""), fields.required(SESSIONS, WorkloadListReader::share, 1.0));
    }

    private String id(Value value) {
        String id = value.text(Keywords.ID, Keywords.ID_FORM);
        if (!id.isEmpty()) {
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

    /** The canonical form. */
    public static List<Object> write(List<String> ids, Map<String, Double> shares) {
        List<Object> list = new ArrayList<>();
        for (String id : ids) {
            Double share = shares.get(id);
            if (share == null) {
                list.add(id);
            } else {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put(WORKLOAD, id);
                map.put(SESSIONS, Quantities.formatPercent(share));
                list.add(map);
            }
        }
        return list;
    }

    private record Work(String id, double share) {}
}
