package io.deskmeter.agent.setup;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A JSON object of texts in one line: what a journal and other programs need, and no more of JSON. */
final class JsonLine {
    private final String text;
    private int at;

    private JsonLine(String text) {
        this.text = text;
    }

    /** Without the end of the line. */
    static String of(Map<String, String> fields) {
        StringBuilder line = new StringBuilder("{");
        fields.forEach((name, value) -> {
            if (line.length() > 1) {
                line.append(", ");
            }
            quote(name, line);
            line.append(": ");
            quote(value, line);
        });
        return line.append('}').toString();
    }

    private static void quote(String value, StringBuilder line) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029) {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }

    /**
     * Reads what {@link #of} has written.
     *
     * @throws IllegalArgumentException if it is anything else, such as the first part of a line
     */
    static Map<String, String> parse(String text) {
        JsonLine line = new JsonLine(text);
        Map<String, String> fields = new LinkedHashMap<>();
        line.take("{");
        while (!line.text.startsWith("}", line.at)) {
            if (!fields.isEmpty()) {
                line.take(", ");
            }
            String name = line.quoted();
            line.take(": ");
            fields.put(name, line.quoted());
        }
        line.take("}");
        if (line.at != text.length()) {
            throw line.unexpected("the end of the line");
        }
        return fields;
    }

    private String quoted() {
        take("\"");
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            value.append(character());
        }
        take("\"");
        return value.toString();
    }

    private char character() {
        char c = text.charAt(at++);
        if (c != '\\') {
            return c;
        }
        if (at < text.length() && text.charAt(at) != 'u') {
            return text.charAt(at++);
        }
        if (at + 5 > text.length()) {
            throw unexpected("four digits");
        }
        char read = (char) Integer.parseInt(text, at + 1, at + 5, 16);
        at += 5;
        return read;
    }

    private void take(String expected) {
        if (!text.startsWith(expected, at)) {
            throw unexpected(expected);
        }
        at += expected.length();
    }

    private IllegalArgumentException unexpected(String expected) {
        return new IllegalArgumentException(
                "column " + (at + 1) + " of " + text.length() + " (expected: " + expected + ")");
    }
}
