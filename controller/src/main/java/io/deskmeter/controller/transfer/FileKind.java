package io.deskmeter.controller.transfer;

import io.deskmeter.evidence.EvidenceFileName;
import java.util.List;
import java.util.regex.Pattern;

/** What a file carries, and which parts it may have. */
public enum FileKind {
    RUN("deskmeter-run", "a run that ./deskmeter runs export has written"),
    BACKUP("deskmeter-backup", "a backup that ./deskmeter backup has written"),
    SECRETS("deskmeter-secrets", "secrets that ./deskmeter backup --secrets has written");

    static final String TABLES = "tables/";
    static final String LINES = ".jsonl";
    static final String EVIDENCE = "evidence/";
    static final String QUARANTINE = "quarantine/";

    /** As controllers name runs. It becomes the name of a folder. */
    private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private static final Pattern TABLE = Pattern.compile("tables/[a-z][a-z_]{0,62}\\.jsonl");

    private final String format;
    private final String words;

    FileKind(String format, String words) {
        this.format = format;
        this.words = words;
    }

    /** How it is named in the file. */
    String format() {
        return format;
    }

    /** For messages. */
    String words() {
        return words;
    }

    /** Whether a text can be the id of a run. */
    public static boolean isRunId(String id) {
        return RUN_ID.matcher(id).matches();
    }

    /** Whether a part of that name may be in such a file. None of these names leads out of a folder. */
    boolean mayHave(String name) {
        if (this == SECRETS) {
            return SecretFiles.mayHave(name);
        }
        if (TABLE.matcher(name).matches()) {
            return true;
        }
        List<String> parts = List.of(name.split("/", -1));
        String last = parts.get(parts.size() - 1);
        if (!EvidenceFileName.isPlain(last)) {
            return false;
        }
        if (this == RUN) {
            return parts.size() == 2 && name.startsWith(EVIDENCE);
        }
        boolean ofRun = parts.size() == 3 && isRunId(parts.get(1));
        return name.startsWith(QUARANTINE) ? ofRun || parts.size() == 2 : ofRun && name.startsWith(EVIDENCE);
    }

    /** The table of a part, which is one of rows. */
    static String table(String name) {
        return name.substring(TABLES.length(), name.length() - LINES.length());
    }
}
