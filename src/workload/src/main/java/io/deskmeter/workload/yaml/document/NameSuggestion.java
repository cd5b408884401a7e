package io.deskmeter.workload.yaml.document;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the probably intended name. */
public final class NameSuggestion {
    private NameSuggestion() {}

    /** The known word most similar to the given one, empty if none is similar. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        int far = Math.min(Math.max(2, word.length() / 3), word.length() - 1);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= far)
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** {@code one of: a, b, c; did you mean `b`?}, for the parentheses of a message. */
    public static String oneOf(String word, Collection<String> known) {
        String all = known.isEmpty()
                ? "one of: (there are none)"
                : known.stream().collect(Collectors.joining(", ", "one of: ", ""));
        return all
                + nearest(word, known)
                        .map(near -> "; did you mean `" + near + "`?")
                        .orElse("");
    }

    /**
     * Levenshtein's edit distance, blind to case; a word that is the end of a path ({@code writer} of
     * {@code office/writer}) is near.
     */
    private static int distance(String word, String candidate) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = candidate.toLowerCase(Locale.ROOT);
        if (b.endsWith("/" + a)) {
            return 0;
        }
        int[] above = new int[b.length() + 1];
        Arrays.setAll(above, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
