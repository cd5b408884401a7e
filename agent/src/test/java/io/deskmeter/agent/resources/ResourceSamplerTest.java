package io.deskmeter.agent.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResourceSamplerTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void sharesAreRelativeToTheTimeBetweenTwoSamples() {
        Fake fake = new Fake();
        ResourceSampler sampler = new ResourceSampler(fake, time.ticker(), time, () -> 40_000_000);
        assertThat(sampler.sample()).isEmpty();

        time.advance(Duration.ofSeconds(1));
        fake.ticks = new SystemCounters.CpuTicks(1050, 5200);
        fake.processNanos += 100_000_000;
        fake.traffic = new SystemCounters.Traffic(1_500, 20, 0, 700);

        assertThat(sampler.sample())
                .contains(new ResourceUsage(
                        time.instant(),
                        25.0,
                        6_000,
                        10_000,
                        5.0,
                        77,
                        new SystemCounters.Traffic(500, 0, 0, 400),
                        40_000_000));
        assertThat(sampler.sample()).as("no time has passed").isEmpty();
    }

    @Test
    void theRealMachineHasSensibleCounters() {
        OshiCounters probe = new OshiCounters();

        assertThat(probe.cpu().total()).isGreaterThan(probe.cpu().busy());
        assertThat(probe.cores()).isPositive();
        assertThat(probe.memoryTotalBytes()).isGreaterThan(probe.memoryAvailableBytes());
        assertThat(probe.processCpuNanos()).isPositive();
        SystemCounters.Traffic first = probe.traffic();
        SystemCounters.Traffic second = probe.traffic();
        assertThat(second.diskRead()).isGreaterThanOrEqualTo(first.diskRead());
        assertThat(second.networkReceived()).isGreaterThanOrEqualTo(first.networkReceived());
        assertThat(probe.processResidentBytes()).isBetween(20L << 20, probe.memoryTotalBytes());
    }

    private static final class Fake implements SystemCounters {
        private CpuTicks ticks = new CpuTicks(1000, 5000);
        private long processNanos = 5;
        private Traffic traffic = new Traffic(1_000, 20, 900, 300);

        @Override
        public CpuTicks cpu() {
            return ticks;
        }

        @Override
        public long memoryTotalBytes() {
            return 10_000;
        }

        @Override
        public long memoryAvailableBytes() {
            return 4_000;
        }

        @Override
        public long processCpuNanos() {
            return processNanos;
        }

        @Override
        public long processResidentBytes() {
            return 77;
        }

        @Override
        public Traffic traffic() {
            return traffic;
        }

        @Override
        public int cores() {
            return 2;
        }
    }
}
