package io.deskmeter.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rows of one benchmark: a table for display, {@code bench-NAME.json} for programs: {@code {bench, machine: {...},
 * rows: [...]}}, and {@code result} if there is one. The key of every figure contains its unit; a missing figure is
 * null.
 *
 * <p>Not thread-safe.
 */
public final class BenchReport {
    private final String name;
    private final Map<String, Object> machine;
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    private final Map<String, @Nullable Object> result = new LinkedHashMap<>();

    /**
     * @param name as on the command line
     * @param machine facts of the machine, see {@link Machine#facts()}
     */
    public BenchReport(String name, Map<String, Object> machine) {
        this.name = name;
        this.machine = new LinkedHashMap<>(machine);
    }

    /** Adds a row; keys are kept in their order. */
    public void add(Map<String, @Nullable Object> row) {
        rows.add(new LinkedHashMap<>(row));
    }

    /** The summary of rows over time: figures beside the table, {@code result} in the file. */
    public void result(Map<String, @Nullable Object> figures) {
        result.putAll(figures);
    }

    /** Prints the table: one column for every key of any row; then the result. */
    public void print(PrintWriter out) {
        Set<String> keys = new LinkedHashSet<>();
        rows.forEach(row -> keys.addAll(row.keySet()));
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.copyOf(keys));
        for (Map<String, @Nullable Object> row : rows) {
            lines.add(keys.stream().map(key -> text(row.get(key))).toList());
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                int at = column;
                int width =
                        lines.stream().mapToInt(l -> l.get(at).length()).max().orElse(0);
                text.append(String.format(Locale.ROOT, "%-" + Math.max(1, width) + "s  ", line.get(column)));
            }
            out.println(text.toString().stripTrailing());
        }
        result.forEach((key, value) -> out.println(key + ": " + text(value)));
        out.flush();
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return String.format(Locale.ROOT, Math.abs(number) < 1 ? "%.4f" : "%.2f", number);
        }
        return value.toString();
    }

    /**
     * Writes {@code bench-NAME.json} into the folder, which is created if it is missing.
     *
     * @return the file
     */
    public Path write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("bench-" + name + ".json");
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("bench", name);
        whole.put("machine", machine);
        whole.put("rows", rows);
        if (!result.isEmpty()) {
            whole.put("result", result);
        }
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.write(file, mapper.writeValueAsBytes(whole));
        return file;
    }
}
