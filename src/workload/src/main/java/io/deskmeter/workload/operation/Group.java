package io.deskmeter.workload.operation;

import io.deskmeter.workload.run.Thresholds;

/** What an operation stresses; decides which threshold judges it. */
public enum Group {
    /** Interactive, mostly CPU: judged against {@link Thresholds#a()}. */
    A,
    /** Input and output (open, save): judged against {@link Thresholds#b()}. */
    B,
    /** Background load: measured, never part of a verdict. */
    C
}
