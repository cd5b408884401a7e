package io.deskmeter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchReportTest {
    @Test
    void rowsAreATableForPeopleAndJsonForPrograms(@TempDir Path folder) throws Exception {
        BenchReport report = new BenchReport("truth", Map.of("cores", 2));
        report.add(row("rfb", 1.25));
        report.add(row("x11", null));

        StringWriter table = new StringWriter();
        report.print(new PrintWriter(table));
        assertThat(table.toString().lines()).containsExactly("screen  p50Ms", "rfb     1.25", "x11     -");

        Path file = report.write(folder.resolve("new"));
        JsonNode json = JsonMapper.shared().readTree(file.toFile());
        assertThat(file.getFileName()).hasToString("bench-truth.json");
        assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(json.at("/rows/0/p50Ms").asDouble()).isEqualTo(1.25);
        assertThat(json.at("/rows/1/p50Ms").isNull()).isTrue();
    }

    private static Map<String, @Nullable Object> row(String screen, @Nullable Double p50) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("screen", screen);
        row.put("p50Ms", p50);
        return row;
    }
}
