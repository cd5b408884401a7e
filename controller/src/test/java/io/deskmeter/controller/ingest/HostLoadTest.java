package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.ResourceFact;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostLoadTest {
    private final AtomicLong now = new AtomicLong();
    private final HostLoad hosts = new HostLoad(now::get);

    @Test
    void oneAgentSpeaksForItsHostAndTellsWhatAllCost() {
        assertThat(hosts.sample("r", "rdsh", "b", fact(80, 1))).isPresent();
        assertThat(hosts.sample("r", "rdsh", "a", fact(81, 2)).orElseThrow().harnessCpuPercent())
                .isEqualTo(3);
        assertThat(hosts.sample("r", "rdsh", "b", fact(82, 5))).isEmpty();
        ResourceFact told = hosts.sample("r", "rdsh", "a", fact(83, 2)).orElseThrow();
        assertThat(told.hostCpuPercent()).isEqualTo(83);
        assertThat(told.harnessCpuPercent()).isEqualTo(7);
        assertThat(told.harnessMemoryBytes()).isEqualTo(200);
    }

    @Test
    void otherHostsAndOtherRunsSpeakForThemselves() {
        hosts.sample("r", "rdsh", "a", fact(80, 1));
        assertThat(hosts.sample("r", "client", "z", fact(10, 4)).orElseThrow().harnessCpuPercent())
                .isEqualTo(4);
        assertThat(hosts.sample("s", "rdsh", "z", fact(10, 4)).orElseThrow().harnessCpuPercent())
                .isEqualTo(4);
    }

    @Test
    void whoFallsSilentIsReplaced() {
        hosts.sample("r", "rdsh", "a", fact(80, 1));
        assertThat(hosts.sample("r", "rdsh", "b", fact(80, 1))).isEmpty();
        now.addAndGet(5_000_000_000L);
        assertThat(hosts.sample("r", "rdsh", "b", fact(80, 1)).orElseThrow().harnessCpuPercent())
                .isEqualTo(1);
    }

    private static ResourceFact fact(double host, double harness) {
        return new ResourceFact(Instant.EPOCH, host, harness, 1, 2, 100, 0, 0, 0, 0);
    }
}
