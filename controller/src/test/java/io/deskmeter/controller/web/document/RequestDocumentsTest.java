package io.deskmeter.controller.web.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.request.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestDocumentsTest {
    @Test
    void aDocumentInAnotherEncodingIsRefusedInsteadOfReadWithOtherTexts() {
        String yaml = "title: gr\u00fcn\n";
        assertThat(RequestDocuments.text(yaml.getBytes(StandardCharsets.UTF_8))).isEqualTo(yaml);
        assertThatThrownBy(() -> RequestDocuments.text(yaml.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("document: not UTF-8 text (expected: YAML in UTF-8)");
    }
}
