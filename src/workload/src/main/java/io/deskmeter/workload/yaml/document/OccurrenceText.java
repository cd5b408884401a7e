package io.deskmeter.workload.yaml.document;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text in which <code>${n}</code> stands for the number of an occurrence, and <code>${n+1}</code>, <code>${n-1}</code>
 * and <code>${n*2}</code> for a number that is computed from it. Other variables are left as they are.
 *
 * @param text with the numbers in place; as far as they can be computed
 * @param problem what is wrong with the first one that cannot
 */
record OccurrenceText(String text, Optional<String> problem) {
    /**
     * <code>${n…}</code>, and <code>${…n…}</code> that begins like arithmetic; of a bounded length, because each place
     * of a text may begin one.
     */
    private static final Pattern VARIABLE =
            Pattern.compile("\\$\\{(n(?:[^A-Za-z0-9_}][^}]{0,60})?|[0-9\\s(+*/-][^}]{0,60}\\bn\\b[^}]{0,60})\\}");

    private static final Pattern COMPUTED = Pattern.compile("n([-+*])([0-9]{1,4})");

    static OccurrenceText of(String text, int n) {
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder replaced = new StringBuilder();
        Optional<String> problem = Optional.empty();
        while (matcher.find()) {
            Optional<Integer> value = value(matcher.group(1), n);
            if (problem.isEmpty()) {
                problem = problem(matcher, value, n);
            }
            String number = value.map(String::valueOf).orElse(matcher.group());
            matcher.appendReplacement(replaced, Matcher.quoteReplacement(number));
        }
        return new OccurrenceText(matcher.appendTail(replaced).toString(), problem);
    }

    private static Optional<Integer> value(String expression, int n) {
        if (expression.equals("n")) {
            return Optional.of(n);
        }
        Matcher computed = COMPUTED.matcher(expression);
        if (!computed.matches()) {
            return Optional.empty();
        }
        int operand = Integer.parseInt(computed.group(2));
        return Optional.of(
                switch (computed.group(1)) {
                    case "+" -> n + operand;
                    case "-" -> n - operand;
                    default -> n * operand;
                });
    }

    private static Optional<String> problem(MatchResult variable, Optional<Integer> value, int n) {
        if (value.isEmpty()) {
            return Optional.of(
                    variable.group() + " (expected: ${n}, or a sum, a difference or a product as ${n+1}, ${n-1}"
                            + " or ${n*2}, without spaces, with a number of at most four digits)");
        }
        return value.filter(number -> number < 0)
                .map(number -> variable.group() + " is " + number + " for n = " + n + " (expected: 0 or more)");
    }
}
