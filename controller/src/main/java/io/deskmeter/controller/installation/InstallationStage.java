package io.deskmeter.controller.installation;

/**
 * A stage of a setup.
 *
 * @param stage as {@code agent setup} prints it, such as {@code preflight}
 * @param grade how good its result is
 * @param result the word that {@code agent setup} prints; empty while it runs
 * @param detail lines, for display
 */
public record InstallationStage(String stage, Grade grade, String result, String detail) {
    /** How good a result is. */
    public enum Grade {
        RUNNING,
        OK,
        WARNING,
        FAILED
    }
}
