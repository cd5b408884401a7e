package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.profile.WorkloadListReader;
import io.deskmeter.workload.yaml.profile.WorkloadProfileReader;
import io.deskmeter.workload.yaml.targets.TargetWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the canonical form of a run profile: fixed order of keys, no defaults left out. */
public final class RunProfileWriter {
    private RunProfileWriter() {}

    public static String write(RunProfile profile) {
        return write(profile, workloads(profile.workloads()));
    }

    /**
     * The canonical form of a run profile.
     *
     * @param workloads a workload profile, or its id
     */
    public static String write(RunProfile profile, Object workloads) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("id", profile.id());
        root.put("title", profile.title());
        root.put("workloads", workloads);
        root.put("mode", Keywords.word(profile.mode()));
        root.put("target", TargetWriter.write(profile));
        if (!profile.agents().isEmpty()) {
            root.put("agents", profile.agents());
        }
        root.put("load", load(profile.load()));
        root.put("thresholds", thresholds(profile.thresholds()));
        if (!profile.limits().isEmpty()) {
            root.put("limits", MetricLimitReader.write(profile.limits()));
        }
        root.put("evidence", Keywords.word(profile.evidence()));
        root.put("logonInterval", Quantities.format(profile.logonInterval()));
        if (!profile.expect().isEmpty()) {
            root.put("expect", ExpectationReader.write(profile.expect()));
        }
        root.put("validity", ValidityReader.write(profile.validity()));
        return Documents.yaml().dump(root);
    }

    private static Map<String, Object> workloads(WorkloadProfile profile) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", profile.id());
        map.put("workloads", WorkloadListReader.write(profile.workloads(), profile.shares()));
        map.put("iterations", profile.iterations());
        map.put("steady", pair("skipFirst", profile.skipFirst(), "skipLast", profile.skipLast()));
        map.put(
                "think",
                pair(
                        "mean", Quantities.format(profile.think().mean()),
                        "spread", Quantities.formatPercent(profile.think().spread())));
        profile.typing()
                .ifPresent(words -> map.put(WorkloadProfileReader.TYPING, WorkloadProfileReader.writeTyping(words)));
        map.put("order", Keywords.word(profile.order()));
        map.put("seed", profile.seed());
        return map;
    }

    private static Map<String, Object> load(Load load) {
        if (load instanceof Load.Fixed fixed) {
            return Map.of("fixed", Map.of("sessions", fixed.sessions()));
        }
        if (load instanceof Load.Steps steps) {
            return severalPoints("steps", Map.of("sessions", steps.sessions()), load);
        }
        if (load instanceof Load.Ramp ramp) {
            Map<String, Object> map = pair("from", ramp.from(), "add", ramp.add());
            map.put("max", ramp.max());
            return severalPoints("ramp", map, load);
        }
        Load.FindMax search = (Load.FindMax) load;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("from", search.from());
        search.hint().ifPresent(hint -> map.put("hint", hint));
        map.put("max", search.max());
        map.put("precision", Quantities.formatPercent(search.precision()));
        search.budget().ifPresent(budget -> map.put("budget", Quantities.format(budget)));
        return severalPoints("find-max", map, load);
    }

    private static Map<String, Object> severalPoints(String kind, Map<String, Object> of, Load load) {
        return pair(kind, of, "sessions", load.fresh() ? "fresh" : "incremental");
    }

    private static Map<String, Object> thresholds(Thresholds thresholds) {
        Map<String, Object> map = pair("A", Quantities.format(thresholds.a()), "B", Quantities.format(thresholds.b()));
        thresholds.logon().ifPresent(logon -> map.put("logon", Quantities.format(logon)));
        return map;
    }

    private static Map<String, Object> pair(String key1, Object value1, String key2, Object value2) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key1, value1);
        map.put(key2, value2);
        return map;
    }
}
