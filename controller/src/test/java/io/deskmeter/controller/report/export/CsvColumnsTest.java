package io.deskmeter.controller.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.columns.TimingView;
import io.deskmeter.controller.report.RunReport.SessionFigures;
import io.deskmeter.controller.samples.SampleView;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a timing, a sample or a session in a table is said of it in JSON, by the same name. */
class CsvColumnsTest {
    /**
     * Each table with its JSON form, and the columns that a document of one run, or the metric beside it, says for all
     * of them.
     */
    private static Stream<Arguments> tables() {
        return Stream.of(
                Arguments.of(TimingCsv.HEADER, TimingView.class, List.of("run")),
                Arguments.of(SampleCsv.HEADER, SampleView.class, List.of("run", "unit")),
                Arguments.of(SessionCsv.HEADER, SessionFigures.class, List.of("run")));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aTableHasTheKeysOfItsJson(String header, Class<?> json, List<String> more) {
        List<String> keys = new ArrayList<>(more);
        Arrays.stream(json.getRecordComponents()).map(RecordComponent::getName).forEach(keys::add);
        assertThat(header.split(",", -1)).containsExactlyInAnyOrderElementsOf(keys);
    }
}
