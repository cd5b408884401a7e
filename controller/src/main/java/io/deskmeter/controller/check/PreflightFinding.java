package io.deskmeter.controller.check;

import io.deskmeter.link.v1.CheckFinding;
import io.swagger.v3.oas.annotations.media.Schema;

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
@Schema(name = "Finding")
public record PreflightFinding(
        Severity severity, String what, String where, String value, String expected, String remedy) {

    static PreflightFinding error(String what, String where, String value, String expected, String remedy) {
        return new PreflightFinding(Severity.ERROR, what, where, value, expected, remedy);
    }

    static PreflightFinding warning(String what, String where, String value, String expected, String remedy) {
        return new PreflightFinding(Severity.WARNING, what, where, value, expected, remedy);
    }

    static PreflightFinding note(String what, String where, String value, String expected, String remedy) {
        return new PreflightFinding(Severity.NOTE, what, where, value, expected, remedy);
    }

    static PreflightFinding of(CheckFinding told) {
        return new PreflightFinding(
                Severity.of(told.getSeverity()),
                told.getWhat(),
                told.getWhere(),
                told.getValue(),
                told.getExpected(),
                told.getRemedy());
    }
}
