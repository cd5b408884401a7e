package io.deskmeter.controller.web;

import java.nio.charset.StandardCharsets;

/** Reads documents of requests. */
final class RequestDocuments {
    /** The media type of YAML documents. */
    static final String YAML = "application/yaml";

    private RequestDocuments() {}

    /** The text of a profile. */
    static String text(byte[] yaml) {
        return new String(yaml, StandardCharsets.UTF_8);
    }
}
