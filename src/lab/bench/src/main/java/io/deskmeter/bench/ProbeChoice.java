package io.deskmeter.bench;

import java.util.List;

/** What people may say of probes, and which rows that makes. */
public final class ProbeChoice {
    private static final List<Boolean> WITHOUT_AND_WITH = List.of(false, true);

    private ProbeChoice() {}

    /**
     * The rows that a word asks for, true for one with probes.
     *
     * @throws IllegalArgumentException for any other word
     */
    public static List<Boolean> of(String word) {
        return switch (word) {
            case "on" -> List.of(true);
            case "off" -> List.of(false);
            case "both" -> WITHOUT_AND_WITH;
            default -> throw new IllegalArgumentException("probes: \"" + word + "\" (expected: on, off or both)");
        };
    }
}
