package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run left in its {@code --out} folder, read as a user's script would read it. */
final class Results {
    static final String CSV_HEADER =
            "run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,responseMs,resolutionMs,lagMs,thinkMs,sequence,detail,handled";

    private final Path folder;

    Results(Path folder) {
        this.folder = folder;
    }

    JsonNode report() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json")));
    }

    String html() throws IOException {
        return text("report.html");
    }

    /** The content of one of its files. */
    String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    /** The rows of sessions.csv by column. */
    List<Map<String, String>> sessions() throws IOException {
        return CsvRows.read(folder.resolve("sessions.csv"));
    }

    /** The rows of samples.csv by column. */
    List<Map<String, String>> samples() throws IOException {
        return CsvRows.read(folder.resolve("samples.csv"));
    }

    /** The test cases of junit.xml by name. */
    Map<String, Element> junit() throws IOException {
        Map<String, Element> cases = new LinkedHashMap<>();
        ReportPage.read(text("junit.xml"))
                .elements("testcase")
                .forEach(one -> cases.put(one.getAttribute("name"), one));
        return cases;
    }

    /** The rows of timings.csv by column. */
    List<Map<String, String>> timings() throws IOException {
        String header = text("timings.csv").lines().findFirst().orElse("");
        if (!header.equals(CSV_HEADER)) {
            throw new AssertionError("header of timings.csv: " + header + " (expected: " + CSV_HEADER + ")");
        }
        return CsvRows.read(folder.resolve("timings.csv"));
    }
}
