package io.deskmeter.controller.secrets;

import java.io.IOException;
import java.nio.file.Path;

/** A file that cannot be opened with the key at hand; the message is for display. */
public final class OtherKeyException extends IOException {
    private static final long serialVersionUID = 1L;

    OtherKeyException(Path file) {
        super(expected(file.toString()));
    }

    /** What to say of something that was sealed with another key. */
    public static String expected(String what) {
        return what
                + ": sealed with another key, or changed (expected: the key with which this controller has sealed it; hint: "
                + SecretsKeyFile.NAME
                + " of the data folder, or --secrets-key FILE; put it back from ./deskmeter backup --secrets)";
    }
}
