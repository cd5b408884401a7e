package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.link.v1.SessionSlot;

/** Creates findings as messages of the link. */
final class CheckFindings {
    private CheckFindings() {}

    static CheckFinding error(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_ERROR, what, where, value, expected, remedy);
    }

    static CheckFinding warning(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_WARNING, what, where, value, expected, remedy);
    }

    /** A host's certificate is refused. */
    static CheckFinding certificate(SessionSlot slot, String words) {
        return error(
                "target certificate",
                TargetProbe.host(slot),
                words,
                "the certificate that the target asks for",
                "`certificate: \"sha256:…\"` of the target with the fingerprint of this host's certificate, or"
                        + " `certificate: \"file:…\"` with the authority that has signed it");
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
