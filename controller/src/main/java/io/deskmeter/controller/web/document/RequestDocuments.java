package io.deskmeter.controller.web.document;

import java.nio.charset.StandardCharsets;

/** Reads documents of requests. */
public final class RequestDocuments {
    /** The media type of YAML documents. */
    public static final String YAML = "application/yaml";

    private RequestDocuments() {}

    /** The text of a profile. */
    public static String text(byte[] yaml) {
        return new String(yaml, StandardCharsets.UTF_8);
    }
}
