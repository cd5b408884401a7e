package io.deskmeter.controller.cli.client;

import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * With what a command shows who it is.
 *
 * @param header of each request
 * @param value secret
 */
record Credential(String header, String value) {
    private static final String AUTHORIZATION = "Authorization";
    private static final String COOKIE = "Cookie";
    private static final String BEARER = "Bearer ";

    /** What API tokens begin with; the secret files of a controller have none. */
    private static final String API = "dmt_";

    private static final int LONGEST = 200;

    /** Nothing. */
    static Credential none() {
        return new Credential(AUTHORIZATION, "");
    }

    /** A token, or the secret of a file. */
    static Credential bearer(String secret) {
        return new Credential(AUTHORIZATION, secret.isEmpty() ? "" : BEARER + secret);
    }

    /** The cookie of a session, {@code name=value}. */
    static Credential cookie(String pair) {
        return new Credential(COOKIE, pair);
    }

    /**
     * An API token, or the secret of a file.
     *
     * @throws IllegalArgumentException if it is neither; the message does not contain it
     */
    static Credential parse(String text) {
        Token unused = Token.parse(text.startsWith(API) ? text.substring(API.length()) : text);
        return bearer(text);
    }

    /**
     * Reads a file with an API token, or with the secret of a controller.
     *
     * @throws IOException if it cannot be read, or contains neither; the message is for display
     */
    static Credential read(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) <= LONGEST) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            if (text.startsWith(API)) {
                try {
                    return parse(text);
                } catch (IllegalArgumentException e) {
                    throw new IOException("token file: " + file + ": " + API + " and a " + e.getMessage(), e);
                }
            }
        }
        return bearer(TokenFile.read(file).text());
    }

    /**
     * What is to be said of a file with a token that others can read; empty if nobody else can. Such a file is used all
     * the same: some systems place the secrets of builds so that a group can read them.
     *
     * @param what names the file on the command line, or in the environment
     */
    static Optional<String> warning(String what, Path file) {
        if (!Files.isRegularFile(file)
                || !file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Optional.empty();
        }
        try {
            String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
            return rights.endsWith("------")
                    ? Optional.empty()
                    : Optional.of("deskmeter: " + what + ": " + file + " has the rights " + rights
                            + ", so that others can read it (expected: rw-------, because its content grants access; hint: chmod 600 "
                            + file + ")");
        } catch (IOException e) {
            // Whoever reads it says why it cannot be read.
            return Optional.empty();
        }
    }

    /** The token itself. */
    String secret() {
        return value.startsWith(BEARER) ? value.substring(BEARER.length()) : value;
    }

    boolean isNone() {
        return value.isEmpty();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return header + ": …";
    }
}
