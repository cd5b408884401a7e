package io.deskmeter.agent.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HealthSamplerTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void sharesAreOfTheTimeBetweenTwoSamples() {
        Fake fake = new Fake();
        HealthSampler sampler = new HealthSampler(fake, time.ticker(), time);
        assertThat(sampler.sample()).isEmpty();

        time.advance(Duration.ofSeconds(1));
        fake.ticks = new Probe.CpuTicks(1050, 5200);
        fake.processNanos += 100_000_000;
        fake.traffic = new Probe.Traffic(1_500, 20, 0, 700);

        assertThat(sampler.sample())
                .contains(new Health(time.instant(), 25.0, 6_000, 10_000, 5.0, 77, new Probe.Traffic(500, 0, 0, 400)));
        assertThat(sampler.sample()).as("no time has passed").isEmpty();
    }

    @Test
    void theRealMachineHasSensibleCounters() {
        OshiProbe probe = new OshiProbe();

        assertThat(probe.cpu().total()).isGreaterThan(probe.cpu().busy());
        assertThat(probe.cores()).isPositive();
        assertThat(probe.memoryTotalBytes()).isGreaterThan(probe.memoryAvailableBytes());
        assertThat(probe.processCpuNanos()).isPositive();
        Probe.Traffic first = probe.traffic();
        Probe.Traffic second = probe.traffic();
        assertThat(second.diskRead()).isGreaterThanOrEqualTo(first.diskRead());
        assertThat(second.networkReceived()).isGreaterThanOrEqualTo(first.networkReceived());
        assertThat(probe.processResidentBytes()).isBetween(20L << 20, probe.memoryTotalBytes());
    }

    private static final class Fake implements Probe {
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
