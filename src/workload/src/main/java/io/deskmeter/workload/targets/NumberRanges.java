package io.deskmeter.workload.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts that stand for many: <code>desk{01..40}</code> for {@code desk01} to {@code desk40}. Leading zeros of the first
 * number give the width of all; several ranges stand for all combinations, the last one running fastest.
 */
public final class NumberRanges {
    /** Texts that one text may stand for. */
    public static final int MOST = 10_000;

    private static final Pattern RANGE = Pattern.compile("\\{([0-9]{1,9})\\.\\.([0-9]{1,9})}");

    private NumberRanges() {}

    /**
     * All texts that the text stands for; itself where it has no range.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static List<String> expand(String text) {
        List<String> done = new ArrayList<>(List.of(""));
        Matcher range = RANGE.matcher(text);
        int from = 0;
        while (range.find()) {
            done = joined(done, text.substring(from, range.start()), numbers(range.group(1), range.group(2)));
            from = range.end();
        }
        return joined(done, text.substring(from), List.of(""));
    }

    private static List<String> numbers(String first, String last) {
        int low = Integer.parseInt(first);
        int high = Integer.parseInt(last);
        if (low > high || high - low >= MOST) {
            throw new IllegalArgumentException("a range that rises, of at most " + MOST + " numbers");
        }
        int width = first.startsWith("0") ? first.length() : 1;
        List<String> numbers = new ArrayList<>();
        for (int number = low; number <= high; number++) {
            String digits = Integer.toString(number);
            numbers.add("0".repeat(Math.max(0, width - digits.length())) + digits);
        }
        return numbers;
    }

    private static List<String> joined(List<String> starts, String middle, List<String> ends) {
        if ((long) starts.size() * ends.size() > MOST) {
            throw new IllegalArgumentException("ranges that expand to at most " + MOST + " texts");
        }
        List<String> joined = new ArrayList<>(starts.size() * ends.size());
        starts.forEach(start -> ends.forEach(end -> joined.add(start + middle + end)));
        return joined;
    }
}
