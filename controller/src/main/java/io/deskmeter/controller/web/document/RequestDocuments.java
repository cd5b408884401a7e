package io.deskmeter.controller.web.document;

import io.deskmeter.controller.request.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads documents of requests. */
public final class RequestDocuments {
    /** The media type of YAML documents. */
    public static final String YAML = "application/yaml";

    private RequestDocuments() {}

    /**
     * The text of a profile.
     *
     * @throws InvalidRequestException if it is in another encoding: its texts would be others
     */
    public static String text(byte[] yaml) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(yaml))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidRequestException("document: not UTF-8 text (expected: YAML in UTF-8)");
        }
    }
}
