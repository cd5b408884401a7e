package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run left in its {@code --out} folder, read as a user's script would read it. */
final class Results {
    static final String CSV_HEADER =
            "run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,responseMs,resolutionMs,lagMs,thinkMs";

    private final Path folder;

    Results(Path folder) {
        this.folder = folder;
    }

    JsonNode report() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json")));
    }

    String html() throws IOException {
        return Files.readString(folder.resolve("report.html"));
    }

    /** The rows of timings.csv by column; none of Deskmeter's ids needs quotes. */
    List<Map<String, String>> timings() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("timings.csv"));
        if (!lines.get(0).equals(CSV_HEADER)) {
            throw new AssertionError("header of timings.csv: " + lines.get(0) + " (expected: " + CSV_HEADER + ")");
        }
        List<String> columns = Arrays.asList(CSV_HEADER.split(","));
        return lines.stream()
                .skip(1)
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    Map<String, String> row = new LinkedHashMap<>();
                    for (int i = 0; i < columns.size(); i++) {
                        row.put(columns.get(i), cells[i]);
                    }
                    return row;
                })
                .toList();
    }
}
