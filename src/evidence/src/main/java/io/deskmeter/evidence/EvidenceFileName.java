package io.deskmeter.evidence;

import java.util.Locale;

/** How the names of evidence files begin. All files of a run lie in one folder, so the name says whose session it is. */
public final class EvidenceFileName {
    private EvidenceFileName() {}

    /** The beginning of the names of all files of a session: {@code s003-}. */
    public static String beginning(int session) {
        return String.format(Locale.ROOT, "s%03d-", session);
    }
}
