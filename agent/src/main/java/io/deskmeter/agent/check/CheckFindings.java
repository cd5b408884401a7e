package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckSeverity;

/** Creates findings as messages of the link. */
final class CheckFindings {
    private CheckFindings() {}

    static CheckFinding error(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_ERROR, what, where, value, expected, remedy);
    }

    static CheckFinding warning(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_WARNING, what, where, value, expected, remedy);
    }

    private static CheckFinding finding(
            CheckSeverity severity, String what, String where, String value, String expected, String remedy) {
        return CheckFinding.newBuilder()
                .setSeverity(severity)
                .setWhat(what)
                .setWhere(where)
                .setValue(value)
                .setExpected(expected)
                .setRemedy(remedy)
                .build();
    }
}
