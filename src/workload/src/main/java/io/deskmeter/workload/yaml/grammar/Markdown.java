package io.deskmeter.workload.yaml.grammar;

import java.util.Locale;

/** From the sentence of a key to the plain text of a schema. */
final class Markdown {
    private Markdown() {}

    /** A sentence without links and marks, with a capital letter and a full stop. */
    static String plain(String markdown) {
        String text = markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replace("`", "")
                .replace("*", "");
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
