package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables of a viewer's command, <code>${name}</code>.
 *
 * @param values by name; a variable that is missing here has no value
 */
record ViewerVariables(Map<String, String> values) {
    static final String PASSWORD = "password";
    static final String PASSWORD_FILE = "passwordFile";
    static final String FILE = "file:";
    private static final Set<String> KNOWN = Set.of(
            "host",
            "port",
            "socket",
            "user",
            "domain",
            "application",
            PASSWORD,
            PASSWORD_FILE,
            "width",
            "height",
            "folder");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    /** Names of the variables in a text. */
    static List<String> in(String text) {
        return VARIABLE.matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /**
     * Throws {@link IllegalArgumentException} if a variable is unknown.
     *
     * @param what kind of text, for the message
     */
    static void check(String what, String text, Set<String> files) {
        for (String name : in(text)) {
            boolean known =
                    name.startsWith(FILE) ? files.contains(name.substring(FILE.length())) : KNOWN.contains(name);
            if (!known) {
                throw new IllegalArgumentException("viewer command: " + what + " \"" + text + "\" has ${" + name
                        + "} (expected: of " + new TreeSet<>(KNOWN) + " and file:NAME for files "
                        + new TreeSet<>(files) + ")");
            }
        }
    }

    /** The text with its variables replaced by values. */
    String expand(String text) throws ScreenException {
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder expanded = new StringBuilder();
        while (matcher.find()) {
            String value = values.get(matcher.group(1));
            if (value == null) {
                throw new ScreenException("viewer command: \"" + text + "\" needs ${" + matcher.group(1)
                        + "}, of which the target has none (expected: a target with it)");
            }
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(expanded).toString();
    }
}
