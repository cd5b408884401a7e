package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The samples of a run, as {@code samples.csv} has them. */
record MetricRows(List<Row> rows) {
    /** One that is followed by an even number of quotes. */
    private static final Pattern COMMA = Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

    /** A sample. */
    record Row(String metric, String value, String uncertainty, String unknown) {
        boolean isKnown() {
            return !value.isEmpty();
        }
    }

    static MetricRows read(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        List<String> columns = List.of(lines.get(0).split(",", -1));
        return new MetricRows(lines.stream()
                .skip(1)
                .map(MetricRows::cells)
                .map(cells -> new Row(
                        cells[columns.indexOf("metric")],
                        cells[columns.indexOf("value")],
                        cells[columns.indexOf("uncertainty")],
                        cells[columns.indexOf("unknown")]))
                .toList());
    }

    /** Of a line; reasons may contain commas, and are in quotes then. */
    private static String[] cells(String line) {
        return Arrays.stream(COMMA.split(line, -1))
                .map(cell -> cell.startsWith("\"") ? cell.substring(1, cell.length() - 1) : cell)
                .toArray(String[]::new);
    }

    List<Row> of(String metric) {
        return rows.stream().filter(row -> row.metric().equals(metric)).toList();
    }

    List<Row> unknown() {
        return rows.stream().filter(row -> !row.isKnown()).toList();
    }

    double median(String metric) {
        return median(metric, Row::value);
    }

    /** Of what the samples state themselves. */
    double medianUncertainty(String metric) {
        return median(metric, Row::uncertainty);
    }

    private double median(String metric, Function<Row, String> of) {
        double[] values = of(metric).stream()
                .filter(Row::isKnown)
                .mapToDouble(row -> Double.parseDouble(of.apply(row)))
                .sorted()
                .toArray();
        assertThat(values).as(metric).isNotEmpty();
        return values[values.length / 2];
    }
}
