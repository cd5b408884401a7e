package io.deskmeter.measure;

/** How an operation ended. */
public enum Outcome {
    /** The condition was seen. */
    OK,
    /** The condition was not seen in time. */
    TIMEOUT,
    /** The application ended or could not be started. */
    APPLICATION_FAILED,
    /** The desktop's connection was lost. */
    DESKTOP_LOST,
    /** Deskmeter's own fault; any of these makes a run invalid. */
    HARNESS_ERROR,
    /** Not worked, because an earlier operation of the same visit failed. */
    SKIPPED;

    /** As users see it: {@code application-failed}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
