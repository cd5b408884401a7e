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
        Sample sample = new Sample(
                3,
                7,
                2,
                "office/writer",
                "open",
                "picture-similarity",
                41,
                -5,
                Long.MAX_VALUE,
                value,
                0.25,
                Double.isNaN(value) ? "the landmark was covered" : "");
        assertTravelsWhole(sample);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1800, -3, Double.NaN})
    void whatBoundsAnUnknownValueTravelsWhole(double bound) throws Exception {
        assertTravelsWhole(new Sample(
                3,
                7,
                2,
                "office/writer",
                "open",
                "time-to-final-picture",
                41,
                -5,
                8,
                Double.NaN,
                Double.NaN,
                "the picture had not come to rest",
                bound));
    }

    private static void assertTravelsWhole(Sample sample) throws Exception {
        byte[] bytes = SampleCodec.encode("r1", sample).toByteArray();
        SampleRecord record = SampleRecord.parseFrom(bytes);
        assertThat(record.getRunId()).isEqualTo("r1");
        assertThat(SampleCodec.decode(record)).isEqualTo(sample);
    }
}
