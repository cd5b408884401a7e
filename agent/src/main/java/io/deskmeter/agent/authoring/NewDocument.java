package io.deskmeter.agent.authoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The text of a new {@code workload.yaml}: valid as it is, with comments that say what to change. */
final class NewDocument {
    private static final String REFERENCE = "docs/reference/workloads-and-profiles.md";

    /** Keys that speak of the model. */
    private static final Set<String> OF_MODEL = Set.of("id", "title", "description");

    /** What an author does at each key. */
    private static final Map<String, List<String>> HINTS = Map.of(
            "application",
            List.of(
                    "2. The command of each platform: the program and its arguments. ${content} is the session's own"
                            + " copy of content/, where the",
                    "   documents are that it opens. Put yours there, and delete those that are not."),
            "operations",
            List.of(
                    "3. In their order. For each: what does a person wait for? That is its `until`. Take pictures for"
                            + " landmarks/ from the film strips of",
                    "   `./deskmeter agent try`, 64 to 200 pixels, in true size.",
                    "   Groups: A interactive, B opening and saving, C background."),
            "metrics",
            List.of("4. What is measured beside response times. Delete what you do not need."));

    private NewDocument() {}

    private static String head(String id, String title) {
        return """
            # The workload %s. All keys: %s

            # 1. One line that describes it.
            title: "%s"
            """.formatted(id, REFERENCE, title);
    }

    private static String hint(String key) {
        StringBuilder lines = new StringBuilder("\n");
        HINTS.getOrDefault(key, List.of())
                .forEach(line -> lines.append("# ").append(line).append('\n'));
        return lines.toString();
    }

    /**
     * Of a workload that starts and closes a program. It has no landmarks: it waits until the screen has come to rest.
     */
    static String minimal(String id) {
        return head(id, "Starts and closes " + id) + hint("application") + """
            application:
              linux: ["the-program"]
            """ + hint("operations") + """
            operations:
              - id: open
                group: B
                do: { launch: application }
                # Better, since it says when the document is there: { appears: landmarks/title.png, within: 60s }
                until: { settles: { screen: whole, quiet: 2s }, within: 60s }

              # An operation with input, three times in an iteration. ${n} is the number of the repetition, from 1.
              # - id: browse
              #   group: A
              #   times: 3
              #   do: { keys: PageDown }
              #   until: { appears: "landmarks/page-${n+1}.png", within: 30s }

              - id: close
                group: A
                do: { keys: alt+F4 }
                # Better: { vanishes: landmarks/title.png, within: 30s }
                until: { changes: { screen: whole }, within: 30s }
            """;
    }

    /**
     * The document of a model under another title, with comments.
     *
     * @param text valid, of a map that is not written in braces
     */
    static String like(String id, String model, String text) {
        StringBuilder sketch = new StringBuilder(head(id, id + ", made like " + model));
        List<String> comments = new ArrayList<>();
        boolean begun = false;
        boolean kept = false;
        for (String line : text.lines().toList()) {
            if (line.startsWith("#") || line.isBlank()) {
                // Kept with what it stands above; what stands above the first key describes the model.
                if (begun) {
                    comments.add(line);
                }
                continue;
            }
            if (isKey(line)) {
                String key = line.substring(0, line.indexOf(':'));
                begun = true;
                kept = !OF_MODEL.contains(key);
                comments.removeIf(String::isBlank);
                sketch.append(kept ? hint(key) : "");
            }
            if (kept) {
                comments.forEach(comment -> sketch.append(comment).append('\n'));
                sketch.append(line).append('\n');
            }
            comments.clear();
        }
        return sketch.toString();
    }

    private static boolean isKey(String line) {
        return line.matches("[a-z]+:(?: .*|$)");
    }
}
