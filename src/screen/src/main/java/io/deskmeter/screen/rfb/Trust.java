package io.deskmeter.screen.rfb;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which servers' certificates are trusted.
 *
 * @param kind who must have signed them
 * @param file of {@link Kind#FILE}: certificates in PEM, of authorities or of servers themselves
 * @param fingerprint of {@link Kind#FINGERPRINT}: the SHA-256 of the server's certificate, in hexadecimal pairs with
 *     colons
 */
public record Trust(
        Kind kind, @Nullable Path file, @Nullable String fingerprint) {
    /** Who must have signed a certificate. */
    public enum Kind {
        /** An authority that this Java trusts; the name must be that of the host. */
        SYSTEM,
        /** One in a file, with the name of the host; or one that is itself in the file, whatever its name. */
        FILE,
        /** Nobody: it is the certificate with this fingerprint, whatever its name and its dates. */
        FINGERPRINT,
        /** Anyone: protects against eavesdroppers, not against a false server. */
        ANY
    }

    public Trust {
        if ((kind == Kind.FILE) != (file != null) || (kind == Kind.FINGERPRINT) != (fingerprint != null)) {
            throw new IllegalArgumentException("trust: " + kind + " with file " + file + " and fingerprint "
                    + fingerprint + " (expected: a file for FILE only, a fingerprint for FINGERPRINT only)");
        }
    }

    public static Trust system() {
        return new Trust(Kind.SYSTEM, null, null);
    }

    /** PEM, one certificate or more; read at the first connection that needs it. */
    public static Trust file(Path pem) {
        return new Trust(Kind.FILE, pem, null);
    }

    /**
     * One certificate.
     *
     * @param sha256 {@code 0A:1B:…}, in either case
     */
    public static Trust fingerprint(String sha256) {
        return new Trust(Kind.FINGERPRINT, null, sha256.toUpperCase(Locale.ROOT));
    }

    public static Trust any() {
        return new Trust(Kind.ANY, null, null);
    }

    /** Whether the name in a certificate must be that of the host. */
    public boolean looksAtNames() {
        return kind == Kind.SYSTEM || kind == Kind.FILE;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case SYSTEM -> "the authorities of this Java";
            case FILE -> "the certificates of " + file;
            case FINGERPRINT -> "sha256:" + fingerprint;
            case ANY -> "any certificate";
        };
    }
}
