package io.deskmeter.workload.yaml.document;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the probably intended name. */
public final class NameSuggestion {
    /** A longer word is none that somebody has mistyped. */
    private static final int LONGEST = 100;

    /** Among more words the similar one would take too long to find: the author of a document may have made them. */
    private static final int MOST = 300;

    /** Characters of a list of words in a message. */
    private static final int SHOWN = 4_000;

    private NameSuggestion() {}

    /** The known word most similar to the given one, empty if none is similar. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        if (word.length() > LONGEST || known.size() > MOST) {
            return Optional.empty();
        }
        int far = Math.min(Math.max(2, word.length() / 3), word.length() - 1);
        return known.stream()
                .filter(candidate -> candidate.length() <= LONGEST && distance(word, candidate) <= far)
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** {@code one of: a, b, c; did you mean `b`?}, for the parentheses of a message. */
    public static String oneOf(String word, Collection<String> known) {
        String all = known.isEmpty() ? "one of: (there are none)" : "one of: " + listed(known);
        return all
                + nearest(word, known)
                        .map(near -> "; did you mean `" + near + "`?")
                        .orElse("");
    }

    /** As many as a message has room for, and the number of the others. */
    private static String listed(Collection<String> known) {
        StringBuilder list = new StringBuilder();
        int left = known.size();
        for (String word : known) {
            if (list.length() + word.length() > SHOWN) {
                break;
            }
            list.append(list.isEmpty() ? "" : ", ").append(word);
            left--;
        }
        return left == 0 ? list.toString() : list + (list.isEmpty() ? "" : ", ") + left + " more";
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
