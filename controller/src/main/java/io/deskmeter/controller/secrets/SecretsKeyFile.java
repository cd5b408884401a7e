package io.deskmeter.controller.secrets;

import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.access.PrivateFile;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The file with the key of the secrets in a data folder: 32 random bytes in base64. */
public final class SecretsKeyFile {
    /** In the data folder, if no other file is given. */
    public static final String NAME = "secrets.key";

    private static final String EXPECTED = " (expected: " + SecretsKey.BYTES
            + " random bytes in base64; hint: head -c 32 /dev/urandom | base64 > FILE)";

    private SecretsKeyFile() {}

    /**
     * Reads the key; that of the data folder is made if it is missing.
     *
     * @param data existing folder
     * @param given a file elsewhere, so that a copy of the data folder does not have the key; null for none
     * @throws IOException if it cannot be read or made, or others can read it; the message is for display
     */
    public static SecretsKey open(Path data, @Nullable Path given) throws IOException {
        if (given != null) {
            return read(given, "--secrets-key: ");
        }
        Path file = data.resolve(NAME);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            String text = Base64.getEncoder().encodeToString(SecretsKey.random()) + "\n";
            // Another process may make it at the same time: what is there then is read.
            boolean unused = AtomicFile.createPrivate(file, text.getBytes(StandardCharsets.US_ASCII));
        }
        return read(file, "");
    }

    private static SecretsKey read(Path file, String option) throws IOException {
        String text;
        try {
            // Orchestrators mount secrets as links: the rights are those of what is behind.
            PrivateFile.require(file.toRealPath(), "whoever has it can read the passwords of account sets");
            text = Files.readString(file).strip();
        } catch (IOException e) {
            String why = FaultText.message(e);
            throw new IOException(
                    option + (why.contains("(expected: ") ? why : file + ": " + FaultText.reason(e) + EXPECTED), e);
        }
        try {
            byte[] key = Base64.getDecoder().decode(text);
            if (key.length == SecretsKey.BYTES) {
                return new SecretsKey(key);
            }
            throw new IOException(option + file + ": " + key.length + " bytes" + EXPECTED);
        } catch (IllegalArgumentException e) {
            // Its message has characters of the key.
            throw new IOException(option + file + ": not base64" + EXPECTED);
        }
    }
}
