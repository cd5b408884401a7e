package io.deskmeter.controller.check;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Versions of programs: numbers joined by dots, optionally followed by a word that is not compared. */
public final class Version {
    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9}){0,5}");

    private Version() {}

    /** This program's version, {@code development} if it is not packaged; agents send theirs in the same form. */
    public static String own() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /** {@code older than}, {@code newer than} or {@code which differs from}; empty where the two are equal. */
    static Optional<String> against(String theirs, String ours) {
        if (theirs.equals(ours)) {
            return Optional.empty();
        }
        List<Integer> left = numbers(theirs);
        List<Integer> right = numbers(ours);
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.of("which differs from");
        }
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            int order = Integer.compare(i < left.size() ? left.get(i) : 0, i < right.size() ? right.get(i) : 0);
            if (order != 0) {
                return Optional.of(order < 0 ? "older than" : "newer than");
            }
        }
        return Optional.of("which differs from");
    }

    private static List<Integer> numbers(String version) {
        int dash = version.indexOf('-');
        String numbers = dash < 0 ? version : version.substring(0, dash);
        return NUMBERS.matcher(numbers).matches()
                ? Arrays.stream(numbers.split("\\.", -1)).map(Integer::valueOf).toList()
                : List.of();
    }
}
