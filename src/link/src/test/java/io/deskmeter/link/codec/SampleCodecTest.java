package io.deskmeter.link.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.measure.timing.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleCodecTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.97, -3, 1e300, Double.NaN})
    void everyValueTravelsWhole(double value) throws Exception {
        Sample sample = Sample.builder("picture-similarity")
                .session(3)
                .sequence(7)
                .iteration(2)
                .operation("office/writer", "open")
                .timing(41)
                .during(-5, Long.MAX_VALUE)
                .value(value, 0.25)
                .unknown(Double.isNaN(value) ? "the landmark was covered" : "")
                .build();
        assertTravelsWhole(sample);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1800, -3, Double.NaN})
    void whatBoundsAnUnknownValueTravelsWhole(double bound) throws Exception {
        assertTravelsWhole(Sample.builder("time-to-final-picture")
                .session(3)
                .sequence(7)
                .iteration(2)
                .operation("office/writer", "open")
                .timing(41)
                .during(-5, 8)
                .unknown("the picture had not come to rest")
                .noBetterThan(bound)
                .build());
    }

    private static void assertTravelsWhole(Sample sample) throws Exception {
        byte[] bytes = SampleCodec.encode("r1", sample).toByteArray();
        SampleRecord record = SampleRecord.parseFrom(bytes);
        assertThat(record.getRunId()).isEqualTo("r1");
        assertThat(SampleCodec.decode(record)).isEqualTo(sample);
    }
}
