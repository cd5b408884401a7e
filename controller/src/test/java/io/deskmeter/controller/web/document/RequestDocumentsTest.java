package io.deskmeter.controller.web.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestDocumentsTest {
    @Test
    void aDocumentInAnotherEncodingIsRefusedInsteadOfReadWithOtherTexts() throws InvalidDocumentException {
        String yaml = "id: mine\ntitle: gr\u00fcn\n";
        assertThat(RequestDocuments.text("mine.yaml", yaml.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(yaml);
        assertThatThrownBy(() -> RequestDocuments.text("mine.yaml", yaml.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("mine.yaml:2:10: not UTF-8 text (expected: YAML in UTF-8)");
    }
}
