package io.deskmeter.evidence;

import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;
import java.util.Locale;

/** Why a file could not be written, as far as known, so that error messages name the right cause. */
public enum StorageFault {
    /** There is no room. */
    SPACE("room on its disk", "free some, or choose a folder on another disk"),
    /** This user may not. */
    PERMISSION("a folder that this user may write", "check its owner and mode, or choose another folder"),
    /** Anything else; no guess is made. */
    OTHER("a write that succeeds", "see the reason above; neither disk space nor permissions");

    private static final List<String> NO_ROOM =
            List.of("no space left", "not enough space", "disk quota exceeded", "quota exceeded", "file too large");
    private static final List<String> FORBIDDEN =
            List.of("permission denied", "access is denied", "read-only file system");

    private final String expected;
    private final String hint;

    StorageFault(String expected, String hint) {
        this.expected = expected;
        this.hint = hint;
    }

    /** The message of a failure, or of its cause. */
    public static StorageFault of(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (NO_ROOM.stream().anyMatch(words::contains)) {
                return SPACE;
            }
            if (cause instanceof AccessDeniedException
                    || cause instanceof ReadOnlyFileSystemException
                    || FORBIDDEN.stream().anyMatch(words::contains)) {
                return PERMISSION;
            }
            cause = cause.getCause();
        }
        return OTHER;
    }

    /**
     * The end of a message about it: {@code (expected: …; free: … MB; hint: …)}.
     *
     * @param place that was to be written, or a folder on its way
     */
    public static String expectation(Throwable failure, Path place) {
        StorageFault fault = of(failure);
        return "(expected: " + fault.expected + "; free: " + freeMegabytes(place) + "; hint: " + fault.hint + ")";
    }

    private static String freeMegabytes(Path place) {
        for (Path path = place.toAbsolutePath(); path != null; path = path.getParent()) {
            if (Files.exists(path)) {
                return (path.toFile().getUsableSpace() >> 20) + " MB";
            }
        }
        return "unknown";
    }
}
