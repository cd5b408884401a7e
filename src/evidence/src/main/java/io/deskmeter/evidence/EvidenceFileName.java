package io.deskmeter.evidence;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of evidence files. They come from agents and from other controllers, and become names of files and links.
 * All files of a run lie in one folder.
 */
public final class EvidenceFileName {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,150}");

    private EvidenceFileName() {}

    /** The beginning of the names of all files of a session, which says whose it is: {@code s003-}. */
    public static String beginning(int session) {
        return String.format(Locale.ROOT, "s%03d-", session);
    }

    /** Whether it names a file of the folder that it is resolved in, whatever the system. */
    public static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }
}
