package io.deskmeter.controller.web.document;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import java.util.Optional;

/** Reads documents of requests. */
public final class RequestDocuments {
    /** The media type of YAML documents. */
    public static final String YAML = "application/yaml";

    private RequestDocuments() {}

    /**
     * The text of a profile.
     *
     * @param name of the document, for messages
     * @throws InvalidDocumentException if it is in another encoding: its texts would be others
     */
    public static String text(String name, byte[] yaml) throws InvalidDocumentException {
        Problems problems = new Problems(name);
        Optional<String> text = Documents.text(yaml, "YAML in UTF-8", problems);
        problems.throwIfAny();
        return text.orElse("");
    }
}
