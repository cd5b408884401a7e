package io.deskmeter.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.bench.Installation;
import io.deskmeter.link.v1.FromAgent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrangerKindTest {
    private static final String HOST = "localhost:8443";
    private static final byte[] HELLO = new byte[300];

    @ParameterizedTest
    @EnumSource
    void aSeedAlwaysMakesTheSameBytesAndAnotherOneOthers(StrangerKind kind) {
        Set<Integer> different = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            byte[] bytes = kind.bytes(HELLO, HOST, new Random(seed));
            assertThat(kind.bytes(HELLO, HOST, new Random(seed))).isEqualTo(bytes);
            different.add(Arrays.hashCode(bytes));
        }
        assertThat(different).hasSizeGreaterThan(20);
    }

    /** Else no stream would come further than to the first check. */
    @Test
    void trueMessagesAreOfEachKindAndCanBeRead() throws Exception {
        Random random = new Random(1);
        Set<FromAgent.MessageCase> kinds = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            ByteBuffer frame = ByteBuffer.wrap(TrueMessages.framed(TrueMessages.any(random)));
            assertThat(frame.getInt()).isEqualTo(frame.remaining());
            kinds.add(FromAgent.parseFrom(frame).getMessageCase());
        }
        assertThat(kinds).hasSize(FromAgent.MessageCase.values().length - 1);
    }

    @Test
    void countsAreReadAsTheyWereSaid() {
        KindCounts counts = new KindCounts();
        counts.count(KindCounts.ENDED);
        counts.count("400");
        counts.count("400");
        counts.lasted(7);
        assertThat(KindCounts.parse(counts.line()))
                .containsEntry("400", 2L)
                .containsEntry(KindCounts.ENDED, 1L)
                .containsEntry(KindCounts.LONGEST, 7L)
                .hasSize(3);
    }

    @Test
    void moreConnectionsThanFilesAreRefused() {
        assertThatThrownBy(() -> new HostilePlan(1, 2_000_000_000, 1, 1, 1, new Installation()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(
                        "open files of a program: at most \\d+ \\(expected: >= 2000001000, .*ulimit -n 2000001000.*");
    }
}
