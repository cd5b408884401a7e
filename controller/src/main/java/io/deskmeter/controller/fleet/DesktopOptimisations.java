package io.deskmeter.controller.fleet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What {@code agent setup} has set on machines, as their agents tell it: machines that differ in it are not one image,
 * and their responses are not those of one.
 */
public final class DesktopOptimisations {
    private static final String FACT = "optimisations";
    private static final String NONE = "none";

    private DesktopOptimisations() {}

    /**
     * That of a machine, such as {@code measure 0123456789ab}; {@code none} too of agents of a version that does not
     * tell it.
     */
    public static String of(Map<String, String> facts) {
        return facts.getOrDefault(FACT, NONE);
    }

    /**
     * How machines differ, such as {@code measure 0123456789ab on host-1 and 2 others, none on host-4}; empty if they
     * do not.
     *
     * @param facts of the agents there, by the machine's name
     */
    public static Optional<String> difference(Map<String, Map<String, String>> facts) {
        Map<String, TreeSet<String>> hosts = new TreeMap<>();
        facts.forEach((host, ofHost) ->
                hosts.computeIfAbsent(of(ofHost), set -> new TreeSet<>()).add(host));
        if (hosts.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(hosts.entrySet().stream()
                .map(set -> set.getKey() + " on " + some(List.copyOf(set.getValue())))
                .collect(Collectors.joining(", ")));
    }

    private static String some(List<String> hosts) {
        int others = hosts.size() - 1;
        return hosts.get(0)
                + switch (others) {
                    case 0 -> "";
                    case 1 -> " and " + hosts.get(1);
                    default -> " and " + others + " others";
                };
    }
}
