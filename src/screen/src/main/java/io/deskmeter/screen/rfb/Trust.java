package io.deskmeter.screen.rfb;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which servers' certificates are trusted.
 *
 * @param kind who must have signed them
 * @param file of {@link Kind#FILE}: certificates in PEM, of authorities or of servers themselves
 */
public record Trust(Kind kind, @Nullable Path file) {
    /** Who must have signed a certificate. */
    public enum Kind {
        /** An authority that this Java trusts; the name must be that of the host. */
        SYSTEM,
        /** One in a file, with the name of the host; or one that is itself in the file, whatever its name. */
        FILE,
        /** Anyone: protects against eavesdroppers, not against a false server. */
        ANY
    }

    public Trust {
        if ((kind == Kind.FILE) != (file != null)) {
            throw new IllegalArgumentException(
                    "trust: " + kind + " with file " + file + " (expected: a file for FILE" + " only)");
        }
    }

    public static Trust system() {
        return new Trust(Kind.SYSTEM, null);
    }

    /** PEM, one certificate or more; read at the first connection that needs it. */
    public static Trust file(Path pem) {
        return new Trust(Kind.FILE, pem);
    }

    public static Trust any() {
        return new Trust(Kind.ANY, null);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case SYSTEM -> "the authorities of this Java";
            case FILE -> "the certificates of " + file;
            case ANY -> "any certificate";
        };
    }
}
