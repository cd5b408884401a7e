package io.deskmeter.controller.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunComparison.Compared;
import io.deskmeter.controller.report.RunComparison.Side;
import io.deskmeter.measure.Difference;
import io.deskmeter.measure.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunComparisonTest {
    private final Sample sample = new Sample(5, "office/writer, \"quoted\"");

    @Test
    void whatWasWrittenToCsvComesBackAsTheSameResponses() throws IOException {
        assertThat(TimingCsvReader.responses(new StringReader(csv(sample)), Set.of(2)))
                .usingRecursiveFieldByFieldElementComparator()
                .hasSameSizeAs(responses(sample, Set.of(2)))
                .allSatisfy(r -> assertThat(responses(sample, Set.of(2)))
                        .anyMatch(o -> o.session() == r.session()
                                && o.operation().equals(r.operation())
                                && (o.millis() == r.millis() || Math.abs(o.millis() - r.millis()) < 0.001)));
        assertThat(TimingCsvReader.responses(new StringReader(csv(sample)), Set.of()))
                .isEmpty();
        assertThatThrownBy(() -> TimingCsvReader.responses(new StringReader("a,b\n1,2\n"), Set.of(1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("row 1: ");
    }

    @Test
    void comparesAtTheLargestLoadThatAllHave() {
        Side side = side(sample, List.of());
        RunComparison same = RunComparison.of(List.of(side, side), OptionalInt.empty());
        List<Integer> sizes =
                side.report().loadPoints().stream().map(LoadPoint::sessions).toList();
        assertThat(same.sessions()).isEqualTo(sizes.get(sizes.size() - 1));
        Compared compared = same.runs().get(0);
        assertThat(compared.refusals()).isEmpty();
        assertThat(compared.remarks()).isEmpty();
        assertThat(compared.capacities()).isEqualTo("no clear difference: the intervals overlap");
        assertThat(compared.differences())
                .extracting(Difference::what)
                .startsWith("group A", "group A", "group B", "group B")
                .contains("office/calc/compute", "office/writer, \"quoted\"/open");
        assertThat(compared.differences()).allMatch(d -> d.ratio() == 1);
        assertThat(compared.slowerThan(1)).isEmpty();
        assertThat(RunComparison.of(List.of(side, side), OptionalInt.of(3)).sessions())
                .isEqualTo(3);
        assertThatThrownBy(() -> RunComparison.of(List.of(side, side), OptionalInt.of(2)))
                .hasMessageStartingWith("at: 2 (expected: a number of sessions that was measured in all runs; measured"
                        + " were r-20260314-092653: [1, 3, ");
        assertThatThrownBy(() -> RunComparison.of(List.of(side), OptionalInt.empty()))
                .hasMessageStartingWith("runs: 1 (expected: two or more");
    }

    @Test
    void invalidRunsAreRefusedWithoutFigures() {
        RunComparison comparison =
                RunComparison.of(List.of(side(sample, List.of()), side(sample, List.of("lost"))), OptionalInt.empty());
        assertThat(comparison.runs().get(0).refusals())
                .containsExactly("the run is invalid: its figures must not be used");
        assertThat(comparison.runs().get(0).differences()).isEmpty();
    }

    @Test
    void jsonHasIntervalsAndNulls() {
        Side side = side(sample, List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportJson.write(RunComparison.of(List.of(side, side), OptionalInt.of(1)), out);
        JsonNode json = JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
        JsonNode difference = json.at("/runs/0/differences/0");
        assertThat(json.at("/sessions").asInt()).isEqualTo(1);
        assertThat(difference.at("/what").asString()).isEqualTo("group A");
        assertThat(difference.at("/ratioCi").size()).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("NaN").doesNotContain("Infinity");
    }

    private static Side side(Sample sample, List<String> invalid) {
        return new Side(
                sample.report(invalid),
                points -> {
                    try {
                        return TimingCsvReader.responses(new StringReader(csv(sample)), points);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                points -> List.of());
    }

    private static List<Response> responses(Sample sample, Set<Integer> points) {
        return sample.timings().stream()
                .filter(point -> point.steady() && points.contains(point.loadPoint()))
                .flatMap(point -> Response.of(point.timing()).stream())
                .toList();
    }

    private static String csv(Sample sample) throws IOException {
        StringWriter text = new StringWriter();
        TimingCsv csv = new TimingCsv(text);
        for (TimingPoint point : sample.timings()) {
            csv.write("r-1", point);
        }
        return text.toString();
    }
}
