package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoteLimitTest {
    private final NoteLimit limit = new NoteLimit();

    @Test
    void eachRunHasTwentyNotes() {
        for (int i = 0; i < NoteLimit.MOST; i++) {
            assertThat(limit.mayAdd("a")).isTrue();
        }
        assertThat(limit.mayAdd("a")).isFalse();
        assertThat(limit.mayAdd("b")).isTrue();
    }

    /** They are an agent's own words. */
    @Test
    void namesOfAnyLengthAreOneRunFromTheirLongestIdOn() {
        String id = "x".repeat(64);
        for (int i = 0; i < NoteLimit.MOST; i++) {
            assertThat(limit.mayAdd(id + i)).isTrue();
        }
        assertThat(limit.mayAdd(id + "other")).isFalse();
    }
}
