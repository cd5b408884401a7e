package io.deskmeter.workload.yaml;

import io.deskmeter.testsupport.docs.GeneratedSection;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of keys in the reference. Run the tests that use it with {@code -Dupdate.docs=true} to write them anew.
 */
public final class KeyTable {
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "workloads-and-profiles.md");

    private KeyTable() {}

    /** Checks the section of this name: all keys of a map. */
    public static void check(String section, MapType<?> map) throws IOException {
        check(section, map.keys());
    }

    /** Checks the section of this name: these keys, and what holds without them if that is to be said of any. */
    public static void check(String section, List<? extends Key<?, ?>> keys) throws IOException {
        GeneratedSection.check(PAGE, section, of(keys));
    }

    static String of(List<? extends Key<?, ?>> keys) {
        boolean kinds = keys.stream().allMatch(key -> key.otherwise().isEmpty());
        StringBuilder table = new StringBuilder(
                kinds
                        ? "| key | value | meaning |\n| --- | --- | --- |\n"
                        : "| key | value | meaning | default |\n| --- | --- | --- | --- |\n");
        for (Key<?, ?> key : keys) {
            List<String> cells =
                    new ArrayList<>(List.of("`" + key.name() + "`", key.type().words(), key.help()));
            if (!kinds) {
                cells.add(key.otherwise());
            }
            table.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        return table.toString();
    }
}
