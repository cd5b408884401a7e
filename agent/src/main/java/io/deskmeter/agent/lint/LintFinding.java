package io.deskmeter.agent.lint;

import java.util.Locale;

/**
 * A mistake, or what looks like one.
 *
 * @param rule a name that does not change, {@code landmark-too-plain}
 * @param workload its id
 * @param file the document or the picture in question
 * @param line of the document, from 1; 0 for a picture
 * @param path of the value in the document, {@code operations[2].until}; empty for the whole file
 * @param operation the operation in question; empty for none
 * @param value what is found there
 * @param why it is a mistake
 * @param remedy what to do
 */
public record LintFinding(
        Severity severity,
        String rule,
        String workload,
        String file,
        int line,
        String path,
        String operation,
        String value,
        String why,
        String remedy) {

    /** Whether the workload cannot work as it is, or may. */
    public enum Severity {
        ERROR,
        WARNING;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same, with another way to write the file's name. */
    public LintFinding withFile(String other) {
        return new LintFinding(severity, rule, workload, other, line, path, operation, value, why, remedy);
    }

    /** {@code workload.yaml:12: operations[2].until (operation save)}. */
    public String place() {
        return file
                + (line == 0 ? "" : ":" + line)
                + (path.isEmpty() ? "" : ": " + path)
                + (operation.isEmpty() ? "" : " (operation " + operation + ")");
    }
}
