package io.deskmeter.controller.run.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Generators and the hosts that run the sessions are never averaged together. */
class ResourceMeansTest {
    private final ResourceMeans means = new ResourceMeans();

    @Test
    void anIdleServerDoesNotExcuseABusyGenerator() {
        for (int i = 0; i < 10; i++) {
            client("client-1", 60, 40);
            client("client-2", 20, 5);
            server("server-1", 90, 2);
            server("server-2", 30, 0);
        }
        PointResources view = means.view();
        assertThat(view.cpuPercent()).isEqualTo(60);
        assertThat(view.cpuMaxPercent()).isEqualTo(90);
        assertThat(view.harnessCpuPercent()).isEqualTo(1);
        assertThat(view.generator()).isEqualTo(new PointResources.Generator("client-1", 10, 60, 40));
        assertThat(view.generatorHarnessCpu()).isEqualTo(0.4);
    }

    /** Each server has the same weight, regardless of its number of samples. */
    @Test
    void aHostThatIsHeardMoreOftenCountsNoMore() {
        server("server-1", 90, 0);
        server("server-1", 90, 0);
        server("server-1", 90, 0);
        server("server-2", 30, 0);
        assertThat(means.view().cpuPercent()).isEqualTo(60);
    }

    @Test
    void withoutAnAgentOnTheServerNothingIsKnownOfIt() {
        client("client", 60, 40);
        PointResources view = means.view();
        assertThat(view.samples()).isZero();
        assertThat(view.cpuPercent()).isZero();
        assertThat(Objects.requireNonNull(view.generator()).harnessCpuPercent()).isEqualTo(40);
    }

    @Test
    void withoutAGeneratorItsLoadIsUnknown() {
        server("server", 60, 1);
        assertThat(means.view().generator()).isNull();
        assertThat(means.view().generatorHarnessCpu()).isNaN();
    }

    @Test
    void localDesktopsAreBoth() {
        means.add(new HostSample("one", true, true, fact(80, 12)));
        PointResources view = means.view();
        assertThat(view.samples()).isEqualTo(1);
        assertThat(view.cpuPercent()).isEqualTo(80);
        assertThat(view.harnessCpuPercent()).isEqualTo(12);
        assertThat(view.generatorHarnessCpu()).isEqualTo(0.12);
    }

    private void client(String host, double cpu, double harness) {
        means.add(new HostSample(host, true, false, fact(cpu, harness)));
    }

    private void server(String host, double cpu, double harness) {
        means.add(new HostSample(host, false, true, fact(cpu, harness)));
    }

    private static ResourceFact fact(double host, double harness) {
        return new ResourceFact(Instant.EPOCH, host, harness, 1, 2, 100, 0, 0, 0, 0);
    }

    @Test
    void theLongestPauseIsTheMaximumOfAllHostsAndUnknownIsNone() {
        ResourceMeans means = new ResourceMeans();
        means.add(new HostSample("old", true, false, fact(10, 1)));
        assertThat(means.view().generatorPauseMs()).isNull();
        assertThat(means.view().longestGeneratorPauseMs()).isNaN();

        for (double pause : new double[] {3, 5_000, 12}) {
            means.add(new HostSample("client-1", true, false, pausing(pause)));
        }
        means.add(new HostSample("client-2", true, false, pausing(40)));
        means.add(new HostSample("client-2", true, false, fact(10, 1)));
        assertThat(means.view().generatorPauseMs()).isEqualTo(5_000);
    }

    private static ResourceFact pausing(double millis) {
        return new ResourceFact(Instant.EPOCH, 10, 1, 1, 2, 100, 0, 0, 0, 0, millis);
    }
}
