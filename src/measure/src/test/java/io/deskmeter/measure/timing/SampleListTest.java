package io.deskmeter.measure.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleListTest {
    private static Sample sample(int i) {
        boolean known = i % 5 != 0;
        return Sample.builder(i % 4 == 0 ? "frame-gap" : "picture-similarity")
                .session(i % 7)
                .sequence(1L + i)
                .iteration(i % 3)
                .operation("office/writer", i % 2 == 0 ? "open" : "save")
                .timing(2L * i)
                .during(0, 0)
                .value(known ? i / 8.0 : Double.NaN, known ? 0.25 : Double.NaN)
                .unknown(known ? "" : i % 10 == 0 ? "it was covered" : "it had not come to rest")
                .noBetterThan(known || i % 10 == 0 ? Double.NaN : i / 4.0)
                .build();
    }

    @Test
    void whatIsAddedComesBackAsItWas() {
        List<Sample> samples =
                IntStream.range(0, 40_000).mapToObj(SampleListTest::sample).toList();
        assertThat(SampleList.copyOf(samples).equals(samples)).isTrue();
        assertThat(SampleList.copyOf(List.of())).isEmpty();
    }

    @Test
    void aListStaysAsItIsWhateverIsAddedLater() {
        SampleColumns columns = new SampleColumns();
        columns.add(sample(1));
        SampleList before = columns.list();
        columns.add(sample(2));
        assertThat(before).containsExactly(sample(1));
        assertThat(columns.list()).containsExactly(sample(1), sample(2));
        assertThat(columns.size()).isEqualTo(2);
        assertThat(SampleList.copyOf(before)).isSameAs(before);
        assertThatThrownBy(() -> before.get(1)).hasMessage("sample: 1 (expected: 0 to 0)");
    }
}
