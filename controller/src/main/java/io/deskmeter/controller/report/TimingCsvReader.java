package io.deskmeter.controller.report;

import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Response;
import io.deskmeter.workload.Group;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads the responses of what {@link TimingCsv} has written. */
public final class TimingCsvReader {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

    private TimingCsvReader() {}

    /**
     * The responses of steady operations at load points.
     *
     * @param loadPoints indices from 1
     * @throws IOException if the text is not a table of timings; the message says where and why
     */
    public static List<Response> responses(Reader text, Set<Integer> loadPoints) throws IOException {
        List<Response> responses = new ArrayList<>();
        try (CSVParser rows = CSVParser.parse(text, FORMAT)) {
            for (CSVRecord row : rows) {
                read(row, loadPoints).ifPresent(responses::add);
            }
        }
        return responses;
    }

    private static Optional<Response> read(CSVRecord row, Set<Integer> loadPoints) throws IOException {
        try {
            boolean wanted = Boolean.parseBoolean(row.get("steady"))
                    && loadPoints.contains(Integer.valueOf(row.get("loadPoint")));
            return wanted ? response(row) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException("row " + row.getRecordNumber() + ": " + e.getMessage(), e);
        }
    }

    private static Optional<Response> response(CSVRecord row) {
        String outcome = row.get("outcome");
        boolean ok = outcome.equals(Outcome.OK.label());
        boolean failed = Arrays.stream(Outcome.values())
                .anyMatch(some -> some.isLoss() && some.label().equals(outcome));
        return ok || failed
                ? Optional.of(new Response(
                        Integer.parseInt(row.get("session")),
                        row.get("workload") + "/" + row.get("operation"),
                        Group.valueOf(row.get("group")),
                        ok ? Double.parseDouble(row.get("responseMs")) : Double.POSITIVE_INFINITY))
                : Optional.empty();
    }
}
