package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Quantities;
import io.deskmeter.workload.yaml.document.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads and writes the bounds of validity. */
final class ValidityReader {
    private static final Set<String> KEYS = Set.of("logons", "lost", "pacing", "mix", "lag", "harnessCpu");

    private ValidityReader() {}

    static ValidityBounds read(Value value) {
        Fields fields = value.fields("the bounds of validity", KEYS);
        ValidityBounds normal = ValidityBounds.DEFAULT;
        return new ValidityBounds(
                fields.optional("logons", Value::percent, normal.logons()),
                fields.optional("lost", Value::percent, normal.lost()),
                fields.optional("pacing", Value::percent, normal.pacing()),
                fields.optional("mix", Value::percent, normal.mix()),
                fields.optional("lag", Limits::timeout, normal.lag()),
                fields.optional("harnessCpu", Value::percent, normal.harnessCpu()));
    }

    /** The canonical form. */
    static Map<String, Object> write(ValidityBounds bounds) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("logons", Quantities.formatPercent(bounds.logons()));
        map.put("lost", Quantities.formatPercent(bounds.lost()));
        map.put("pacing", Quantities.formatPercent(bounds.pacing()));
        map.put("mix", Quantities.formatPercent(bounds.mix()));
        map.put("lag", Quantities.format(bounds.lag()));
        map.put("harnessCpu", Quantities.formatPercent(bounds.harnessCpu()));
        return map;
    }
}
