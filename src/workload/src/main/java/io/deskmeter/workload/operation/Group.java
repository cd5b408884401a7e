package io.deskmeter.workload.operation;

/** What an operation stresses; decides which threshold judges it. */
public enum Group {
    /** Interactive, mostly CPU: judged against {@code Thresholds.a}. */
    A,
    /** Input and output (open, save): judged against {@code Thresholds.b}. */
    B,
    /** Background load: measured, never part of a verdict. */
    C
}
