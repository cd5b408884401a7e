package io.deskmeter.controller.check;

import io.deskmeter.link.v1.CheckFinding;

/**
 * A problem for a run. All texts are for display; {@code what} is from a small fixed vocabulary, see
 * docs/reference/checks.md.
 *
 * @param what is wrong: {@code threshold}, {@code target logon}
 * @param where {@code thresholds.A}, {@code ann on rdsh-1:3389}
 * @param value that was found
 * @param expected instead of it
 * @param remedy what to do, empty if the expectation says it
 */
public record Finding(Severity severity, String what, String where, String value, String expected, String remedy) {

    static Finding error(String what, String where, String value, String expected, String remedy) {
        return new Finding(Severity.ERROR, what, where, value, expected, remedy);
    }

    static Finding warning(String what, String where, String value, String expected, String remedy) {
        return new Finding(Severity.WARNING, what, where, value, expected, remedy);
    }

    static Finding note(String what, String where, String value, String expected, String remedy) {
        return new Finding(Severity.NOTE, what, where, value, expected, remedy);
    }

    static Finding of(CheckFinding told) {
        return new Finding(
                Severity.of(told.getSeverity()),
                told.getWhat(),
                told.getWhere(),
                told.getValue(),
                told.getExpected(),
                told.getRemedy());
    }
}
