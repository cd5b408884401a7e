package io.deskmeter.workload.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deskmeter.testsupport.docs.GeneratedSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dupdate.docs=true} to write the schemas anew. */
class GeneratedSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("src", "main", "resources", "io", "deskmeter", "workload", "schema");
    private static final int WIDTH = 120;

    @Test
    void theSchemasSayWhatTheGrammarSays() throws Exception {
        for (Map.Entry<String, Map<String, Object>> schema :
                GeneratedSchemas.all().entrySet()) {
            GeneratedSection.checkFile(
                    FOLDER.resolve(schema.getKey() + ".schema.json"), text(schema.getValue(), "") + "\n");
        }
    }

    /** In one line what fits into it. */
    private static String text(Object value, String indent) throws JsonProcessingException {
        String line = line(value, "", ", ", "");
        boolean fits = !indent.isEmpty() && indent.length() + line.length() <= WIDTH;
        return fits ? line : line(value, indent + "  ", ",\n" + indent + "  ", "\n" + indent);
    }

    private static String line(Object value, String inner, String between, String end) throws JsonProcessingException {
        String begin = inner.isEmpty() ? "" : "\n" + inner;
        List<String> parts = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                parts.add(JSON.writeValueAsString(entry.getKey()) + ": " + part(entry.getValue(), inner));
            }
            return "{" + begin + String.join(between, parts) + end + "}";
        }
        if (value instanceof List<?> list) {
            for (Object item : list) {
                parts.add(part(item, inner));
            }
            return "[" + begin + String.join(between, parts) + end + "]";
        }
        return JSON.writeValueAsString(value);
    }

    private static String part(Object value, String inner) throws JsonProcessingException {
        return inner.isEmpty() ? line(value, "", ", ", "") : text(value, inner);
    }
}
