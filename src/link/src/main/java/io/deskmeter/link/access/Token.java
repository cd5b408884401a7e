package io.deskmeter.link.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** A secret of 256 bits. It is compared in constant time, and is not printed in logs. */
public final class Token {
    private static final int BYTES = 32;

    /** Characters of its text. */
    static final int LENGTH = 43;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{" + LENGTH + "}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;

    private Token(String text) {
        this.text = text;
    }

    /** Creates a new secret. */
    public static Token random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Parses a stored secret.
     *
     * @throws IllegalArgumentException if it is invalid; the message does not contain it
     */
    public static Token parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "token: " + text.length() + " characters (expected: " + LENGTH + " letters, digits, `-` and `_`)");
        }
        return new Token(text);
    }

    /** Whether this is the secret. */
    public boolean matches(String said) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), said.getBytes(StandardCharsets.UTF_8));
    }

    /** The secret itself. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return "a token";
    }
}
