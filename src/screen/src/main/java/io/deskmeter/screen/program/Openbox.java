package io.deskmeter.screen.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The window manager of desktops that Deskmeter starts. */
public final class Openbox {
    private static final String RESOURCE = "openbox.xml";

    private Openbox() {}

    /** Its configuration: one work area, no pop-ups, and the few common keys that workloads use. */
    public static String configuration() {
        try (InputStream in = Objects.requireNonNull(Openbox.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
