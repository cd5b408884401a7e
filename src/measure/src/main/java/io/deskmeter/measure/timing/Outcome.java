package io.deskmeter.measure.timing;

import java.util.Locale;

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
    /** Deskmeter's own fault: how the platform would have done is not known. */
    HARNESS_ERROR,
    /** Not run, because an earlier operation of the same application instance failed. */
    SKIPPED;

    /**
     * Whether an operation that ended so is the platform's loss: for its user it took longer than anything that was
     * seen.
     */
    public boolean isLoss() {
        return this != OK && this != HARNESS_ERROR;
    }

    /** Whether an operation that ended so enters percentiles: all but what the harness spoilt, which is not known. */
    public boolean counts() {
        return this != HARNESS_ERROR;
    }

    /** As users see it: {@code application-failed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
