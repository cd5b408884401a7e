package io.deskmeter.workload;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A YAML document that cannot be used; carries every problem found, not only the first. */
public final class InvalidDocumentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public InvalidDocumentException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }

    /**
     * One thing that is wrong.
     *
     * @param file as the caller named it
     * @param line from 1
     * @param column from 1
     * @param path of the value in the document, {@code operations[2].until.within}
     * @param message what, the offending value, what was expected, and a hint
     */
    public record Problem(String file, int line, int column, String path, String message) {
        public Problem {
            path = printable(path);
            message = printable(message);
        }

        /** What a terminal would obey instead of showing it, by its number: a document can have any character. */
        private static String printable(String text) {
            if (text.codePoints().noneMatch(Problem::isObeyed)) {
                return text;
            }
            StringBuilder printable = new StringBuilder();
            text.codePoints().forEach(c -> {
                if (isObeyed(c)) {
                    printable.append(String.format(Locale.ROOT, "\\u%04X", c));
                } else {
                    printable.appendCodePoint(c);
                }
            });
            return printable.toString();
        }

        private static boolean isObeyed(int character) {
            return switch (Character.getType(character)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> true;
                default -> false;
            };
        }

        @Override
        public String toString() {
            return file + ":" + line + ":" + column + ": " + (path.isEmpty() ? "" : path + ": ") + message;
        }
    }
}
