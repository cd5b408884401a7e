package io.deskmeter.bench.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimingKeysTest {
    @Test
    void missingTimingsAreCountedInBothDirections() {
        TimingKeys made = new TimingKeys();
        TimingKeys stored = new TimingKeys();
        for (int sequence = 1; sequence <= 100; sequence++) {
            assertThat(made.add(sequence % 3, sequence)).isTrue();
            stored.add(sequence % 3, sequence + 2);
        }
        assertThat(made.add(1, 1)).as("again").isFalse();
        assertThat(made.size()).isEqualTo(100);
        // A key of one session is none of another: only the numbers that are alike modulo 3 could meet, two apart none
        // does.
        assertThat(made.missingFrom(stored)).isEqualTo(100);
        stored.addAll(made);
        assertThat(stored.size()).isEqualTo(200);
        assertThat(made.missingFrom(stored)).isZero();
        assertThat(stored.missingFrom(made)).isEqualTo(100);
    }
}
