package io.deskmeter.link.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The SHA-256 of a certificate.
 *
 * @param hex 64 digits, lower case
 */
public record Fingerprint(String hex) {
    private static final String PREFIX = "sha256:";
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Fingerprint {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("fingerprint: " + hex + " (expected: 64 hexadecimal digits, a SHA-256)");
        }
    }

    public static Fingerprint of(X509Certificate certificate) {
        try {
            return new Fingerprint(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded())));
        } catch (CertificateEncodingException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Parses {@code sha256:} and 64 hexadecimal digits, with colons between them or without.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Fingerprint parse(String text) {
        String digits = text.startsWith(PREFIX)
                ? text.substring(PREFIX.length()).replace(":", "").toLowerCase(Locale.ROOT)
                : "";
        if (!FORM.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    "fingerprint: " + text + " (expected: sha256: and 64 hexadecimal digits)");
        }
        return new Fingerprint(digits);
    }

    /** Of 43 characters as {@link #base64()} gives them. */
    static Fingerprint ofBase64(String text) {
        return new Fingerprint(HexFormat.of().formatHex(Base64.getUrlDecoder().decode(text)));
    }

    /** {@code sha256:} and 64 digits, as run profiles and options take it. */
    public String text() {
        return PREFIX + hex;
    }

    /** 43 characters for addresses. */
    String base64() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(HexFormat.of().parseHex(hex));
    }

    @Override
    public String toString() {
        return text();
    }
}
