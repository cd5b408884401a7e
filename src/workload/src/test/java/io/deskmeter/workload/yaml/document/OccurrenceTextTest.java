package io.deskmeter.workload.yaml.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which numbers a text may contain, and what becomes of the others. */
class OccurrenceTextTest {
    @ParameterizedTest
    @CsvSource({
        "day ${n}, day 3",
        "${n+1}, 4",
        "${n-1}, 2",
        "${n*2}, 6",
        "${n-3}, 0",
        "${n*0}, 0",
        "${n+9999}, 10002",
        "${n}-${n+1}, 3-4",
        "$ {n} $n ${} ${na} ${m+1}, $ {n} $n ${} ${na} ${m+1}",
        "${content}/${n}.odt, ${content}/3.odt",
        "${n, ${n",
        "${name:-x} ${content-1}, ${name:-x} ${content-1}"
    })
    void numbersAreComputed(String text, String expected) {
        assertThat(OccurrenceText.of(text, 3).problem()).isEmpty();
        assertThat(OccurrenceText.of(text, 3).text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${n/2}",
                "${n%2}",
                "${n+}",
                "${n+1+1}",
                "${n*2-1}",
                "${n + 1}",
                "${n+x}",
                "${n+1.5}",
                "${n--1}",
                "${n+10000}",
                "${1+n}",
                "${2*n}",
                "${-n}",
                "${(n+1)}",
                "${n }",
                "${n:-1}"
            })
    void anythingElseIsAProblem(String text) {
        assertThat(OccurrenceText.of("page-" + text, 3).problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith(text + " (expected: ${n}, or a sum,")
                        .contains("${n-1}"));
    }

    @Test
    void aNumberBelowZeroIsAProblem() {
        assertThat(OccurrenceText.of("page-${n-2}.png", 1).problem())
                .contains("${n-2} is -1 for n = 1 (expected: 0 or more)");
        assertThat(OccurrenceText.of("page-${n-2}.png", 2).problem()).isEmpty();
    }
}
