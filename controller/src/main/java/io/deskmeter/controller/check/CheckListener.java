package io.deskmeter.controller.check;

import io.deskmeter.controller.check.CheckReport.Figure;
import java.util.List;

/** Hears of a check while it goes on: one call at a time, on the threads of the checks. Must not block. */
@FunctionalInterface
public interface CheckListener {
    /**
     * The figures of the planned run are known: once, before the first finding; not for a document that cannot be read.
     */
    default void planned(List<Figure> figures) {}

    /** Each finding of the report, in the order in which they are found. */
    void found(PreflightFinding finding);
}
