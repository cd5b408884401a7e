package io.deskmeter.link.tls;

import io.deskmeter.link.access.Token;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a person pastes on a machine so that it becomes an agent: a secret that the controller accepts a few times
 * within a short while, and the fingerprint of the controller's authority.
 *
 * @param authority whose certificate the controller shows; an impostor cannot
 * @param secret proves to the controller that a person with the right to do so invited this machine
 */
public record JoinToken(Fingerprint authority, Token secret) {
    private static final Pattern FORM = Pattern.compile("dmj1\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})");

    /**
     * Parses the text of a token.
     *
     * @throws IllegalArgumentException if it is no join token; the message does not contain it
     */
    public static JoinToken parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "join token: " + text.strip().length()
                            + " characters (expected: `dmj1.` and two parts of 43 characters, as `./deskmeter enrol` prints it)");
        }
        return new JoinToken(Fingerprint.ofBase64(parts.group(1)), Token.parse(parts.group(2)));
    }

    /** For the person who pastes it. */
    public String text() {
        return "dmj1." + authority.base64() + "." + secret.text();
    }

    @Override
    public String toString() {
        return "a join token of the authority " + authority;
    }
}
