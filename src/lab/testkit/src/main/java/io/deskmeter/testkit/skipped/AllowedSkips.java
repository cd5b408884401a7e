package io.deskmeter.testkit.skipped;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tests that may be skipped, each with its reason.
 *
 * @param reasons by the name of the test; a name that ends with {@code .*} covers all tests of its class
 */
record AllowedSkips(Map<String, String> reasons) {
    AllowedSkips {
        reasons = new LinkedHashMap<>(reasons);
    }

    /** From lines {@code NAME | REASON}; empty lines and those that begin with {@code #} are ignored. */
    static AllowedSkips parse(List<String> lines) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\|", 2);
            if (parts.length < 2 || parts[1].isBlank()) {
                throw new IllegalArgumentException(
                        "line " + (i + 1) + ": " + line + " (expected: NAME | REASON, no test is skipped without one)");
            }
            reasons.put(parts[0].strip(), parts[1].strip());
        }
        return new AllowedSkips(reasons);
    }

    /** The skipped tests that are not allowed. */
    List<SkippedTest> refused(List<SkippedTest> skipped) {
        return skipped.stream().filter(test -> !allows(test)).toList();
    }

    private boolean allows(SkippedTest test) {
        return reasons.keySet().stream().anyMatch(name -> matches(name, test));
    }

    private static boolean matches(String name, SkippedTest test) {
        return name.endsWith(".*")
                ? test.name().equals(name.substring(0, name.length() - 2))
                        || test.name().startsWith(name.substring(0, name.length() - 1))
                : test.name().equals(name);
    }

    /** Entries of the list that match no skipped test: if all tests were run, they can be removed. */
    List<String> idle(List<SkippedTest> skipped) {
        List<String> idle = new ArrayList<>(reasons.keySet());
        idle.removeIf(name -> skipped.stream().anyMatch(test -> matches(name, test)));
        return idle;
    }
}
