package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.link.v1.SessionSlot;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates findings as messages of the link. */
final class CheckFindings {
    private static final Pattern EXPECTED =
            Pattern.compile("(?s)(?<value>.*) \\(expected: (?<expected>.*?)(; hint: (?<hint>.*))?\\)");

    private CheckFindings() {}

    static CheckFinding error(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_ERROR, what, where, value, expected, remedy);
    }

    static CheckFinding warning(String what, String where, String value, String expected, String remedy) {
        return finding(CheckSeverity.CHECK_SEVERITY_WARNING, what, where, value, expected, remedy);
    }

    /** A host's certificate is refused. */
    static CheckFinding certificate(SessionSlot slot, String words) {
        return said(
                "target certificate",
                TargetProbe.host(slot),
                withoutPlace(slot, words),
                "the certificate that the target asks for",
                "`certificate: \"sha256:…\"` of the target with the fingerprint of this host's certificate, or"
                        + " `certificate: \"file:…\"` with the authority that has signed it");
    }

    /** A failure that tells what was expected, and perhaps a hint, knows more than the check does. */
    static CheckFinding said(String what, String where, String words, String expected, String remedy) {
        Matcher told = EXPECTED.matcher(words);
        return told.matches()
                ? error(
                        what,
                        where,
                        told.group("value"),
                        told.group("expected"),
                        told.group("hint") == null ? remedy : told.group("hint"))
                : error(what, where, words, expected, remedy);
    }

    /** Whether words tell what was expected. */
    static boolean tellsExpected(String words) {
        return EXPECTED.matcher(words).matches();
    }

    /** What failed, without the place: a finding has it already. */
    static String withoutPlace(SessionSlot slot, String words) {
        String place = TargetProbe.host(slot) + ": ";
        return words.startsWith(place) ? words.substring(place.length()) : words;
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
