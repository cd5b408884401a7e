package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** The samples of a run, as {@code samples.csv} has them. */
record MetricRows(List<Row> rows) {

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
                .map(line -> line.split(",", -1))
                .map(cells -> new Row(
                        cells[columns.indexOf("metric")],
                        cells[columns.indexOf("value")],
                        cells[columns.indexOf("uncertainty")],
                        cells[columns.indexOf("unknown")]))
                .toList());
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
