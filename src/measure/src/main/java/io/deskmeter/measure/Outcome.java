package io.deskmeter.measure;

/** How an operation ended. */
public enum Outcome {
    /** The condition was seen. */
    OK,
    /** The condition was not seen in time. */
    TIMEOUT,
    /** The application ended or could not be started. */
    APPLICATION_FAILED,
    /** The desktop's connection was lost before the condition was seen. */
    DESKTOP_LOST,
    /** Deskmeter's own fault; any of these makes a run invalid. */
    HARNESS_ERROR,
    /** Not run, because an earlier operation of the same application instance failed. */
    SKIPPED;

    /** Whether an operation that ended so counts as slower than anything seen. */
    public boolean failed() {
        return this == TIMEOUT || this == APPLICATION_FAILED || this == DESKTOP_LOST;
    }

    /** Whether an operation that ended so enters percentiles: it was worked, and not spoilt by a fault of the harness. */
    public boolean ended() {
        return this == OK || failed();
    }

    /** As users see it: {@code application-failed}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
