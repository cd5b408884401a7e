package io.deskmeter.controller.web;

import io.deskmeter.controller.request.InvalidRequestException;
import java.nio.charset.StandardCharsets;

/** Reads documents of requests. */
final class RequestDocuments {
    /** The media type of YAML documents. */
    static final String YAML = "application/yaml";

    private static final int LONGEST = 1 << 20;

    private RequestDocuments() {}

    /** The text of a profile. */
    static String text(byte[] yaml) {
        if (yaml.length > LONGEST) {
            throw new InvalidRequestException("profile: " + yaml.length + " bytes (expected: at most " + LONGEST + ")");
        }
        return new String(yaml, StandardCharsets.UTF_8);
    }
}
