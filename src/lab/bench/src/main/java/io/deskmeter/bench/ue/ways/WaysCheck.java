package io.deskmeter.bench.ue.ways;

import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The rows of all ways and networks, and their picture. */
public final class WaysCheck {
    /** Beside the report. */
    private static final String PICTURE = "ways.png";

    private static final String REPORT = "bench-ue.json";

    private final WorkloadCatalog catalog;
    private final boolean quick;
    private final int repeats;
    private final String only;
    private final Consumer<String> progress;

    /**
     * @param quick fewer networks
     * @param repeats of each gesture, at least one
     * @param only makes only the rows whose case contains this text; empty for all
     * @param progress is told what is worked on
     */
    public WaysCheck(WorkloadCatalog catalog, boolean quick, int repeats, String only, Consumer<String> progress) {
        this.catalog = catalog;
        this.quick = quick;
        this.repeats = repeats;
        this.only = only;
        this.progress = progress;
    }

    /**
     * Makes the rows, one after the other; takes about a minute for each. A part of them is put together with those of
     * the report in a folder, since all take more than half an hour.
     *
     * @param folder empty, with a short name
     * @param out where the report and the picture are
     * @return all rows, in the order of the table
     * @throws IllegalArgumentException if no case contains the text
     */
    public List<Map<String, @Nullable Object>> run(Path folder, Path out) throws Exception {
        List<WaysCase> all = WaysCase.all(quick);
        List<WaysCase> wanted =
                all.stream().filter(one -> one.words().contains(only)).toList();
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("--only: \"" + only + "\" (expected: a part of one of "
                    + all.stream().map(WaysCase::words).toList() + ")");
        }
        Map<String, Map<String, @Nullable Object>> rows =
                only.isEmpty() ? new LinkedHashMap<>() : earlier(out.resolve(REPORT));
        for (WaysCase one : wanted) {
            progress.accept(one.words());
            rows.put(one.words(), row(one, folder.resolve("w" + all.indexOf(one))));
        }
        List<Map<String, @Nullable Object>> inOrder = all.stream()
                .filter(one -> rows.containsKey(one.words()))
                .map(one -> rows.get(one.words()))
                .toList();
        Files.createDirectories(out);
        WaysPicture.write(
                all.stream()
                        .flatMap(one -> WaysPicture.Mark.of(one, rows.get(one.words())).stream())
                        .toList(),
                out.resolve(PICTURE));
        return inOrder;
    }

    private Map<String, @Nullable Object> row(WaysCase one, Path folder) throws Exception {
        MadeGestures made = make(one, folder);
        return one.row(made.repeats(), repeats, made.problem());
    }

    private MadeGestures make(WaysCase one, Path folder) throws Exception {
        if (one.way() == Way.AWT) {
            return AwtSession.make(catalog.folder(), one.gesture(), repeats, folder);
        }
        try (WaySession session = new WaySession(one.way(), one.roundTripMillis())) {
            return MadeGestures.in(
                    (workload, listener) -> session.run(workload, folder, listener), catalog, one.gesture(), repeats);
        }
    }

    /** The rows of an earlier part, by their case; none if there is no report. */
    private static Map<String, Map<String, @Nullable Object>> earlier(Path report) throws IOException {
        Map<String, Map<String, @Nullable Object>> rows = new LinkedHashMap<>();
        if (Files.exists(report)) {
            for (Map<String, @Nullable Object> row :
                    JsonMapper.shared().readValue(report.toFile(), Report.class).rows()) {
                rows.put(String.valueOf(row.get("case")), row);
            }
        }
        return rows;
    }

    /** What is read of a report. */
    private record Report(String bench, Map<String, Object> machine, List<Map<String, @Nullable Object>> rows) {}
}
