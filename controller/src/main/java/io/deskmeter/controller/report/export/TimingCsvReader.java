package io.deskmeter.controller.report.export;

import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.verdict.SkippedCauses;
import io.deskmeter.workload.operation.Group;
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
     * The responses of steady operations at load points, one for each timing whatever its outcome.
     *
     * @param loadPoints indices from 1
     * @throws IOException if the text is not a table of timings; the message says where and why
     */
    public static List<Response> responses(Reader text, Set<Integer> loadPoints) throws IOException {
        List<Response> responses = new ArrayList<>();
        SkippedCauses causes = new SkippedCauses();
        try (CSVParser rows = CSVParser.parse(text, FORMAT)) {
            for (CSVRecord row : rows) {
                read(row, loadPoints, causes).ifPresent(responses::add);
            }
        }
        return responses;
    }

    private static Optional<Response> read(CSVRecord row, Set<Integer> loadPoints, SkippedCauses causes)
            throws IOException {
        try {
            boolean wanted = Boolean.parseBoolean(row.get("steady"))
                    && loadPoints.contains(Integer.valueOf(row.get("loadPoint")));
            return wanted ? Optional.of(response(row, causes)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException("row " + row.getRecordNumber() + ": " + e.getMessage(), e);
        }
    }

    private static Response response(CSVRecord row, SkippedCauses causes) {
        int session = Integer.parseInt(row.get("session"));
        Outcome outcome = causes.attributed(
                session,
                Integer.parseInt(row.get("iteration")),
                CsvText.read(row.get("workload")),
                outcome(row.get("outcome")));
        return Response.ofPlanned(
                session,
                // A table of an earlier version does not tell it.
                row.isMapped("sequence") ? Long.parseLong(row.get("sequence")) : Sample.NO_TIMING,
                CsvText.read(row.get("workload")) + "/" + CsvText.read(row.get("operation")),
                Group.valueOf(row.get("group")),
                outcome,
                outcome == Outcome.OK ? Double.parseDouble(row.get("responseMs")) : Double.NaN);
    }

    private static Outcome outcome(String label) {
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("outcome: " + label + " (expected: one of "
                        + Arrays.stream(Outcome.values()).map(Outcome::label).toList() + ")"));
    }
}
