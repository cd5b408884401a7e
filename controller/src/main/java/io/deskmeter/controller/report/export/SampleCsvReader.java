package io.deskmeter.controller.report.export;

import io.deskmeter.controller.report.MetricValue;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads the values of what {@link SampleCsv} has written. */
public final class SampleCsvReader {
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

    private SampleCsvReader() {}

    /**
     * The values of steady samples at load points, those that are not known as NaN.
     *
     * @param loadPoints indices from 1
     * @throws IOException where the text is not a table of samples; the message says where and why
     */
    public static List<MetricValue> values(Reader text, Set<Integer> loadPoints) throws IOException {
        List<MetricValue> values = new ArrayList<>();
        try (CSVParser rows = CSVParser.parse(text, FORMAT)) {
            for (CSVRecord row : rows) {
                read(row, loadPoints).ifPresent(values::add);
            }
        }
        return values;
    }

    private static Optional<MetricValue> read(CSVRecord row, Set<Integer> loadPoints) throws IOException {
        try {
            boolean wanted = Boolean.parseBoolean(row.get("steady"))
                    && loadPoints.contains(Integer.valueOf(row.get("loadPoint")));
            return wanted ? Optional.of(value(row)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException("row " + row.getRecordNumber() + ": " + e.getMessage(), e);
        }
    }

    private static MetricValue value(CSVRecord row) {
        String value = row.get("value");
        return new MetricValue(
                Integer.parseInt(row.get("session")),
                CsvText.read(row.get("workload")) + "/" + CsvText.read(row.get("operation")),
                CsvText.read(row.get("metric")),
                Long.parseLong(row.get("timing")),
                value.isEmpty() ? Double.NaN : Double.parseDouble(value));
    }
}
