package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostLoadTest {
    private final AtomicLong now = new AtomicLong();
    private final HostLoad hosts = new HostLoad(now::get);

    @Test
    void oneAgentSpeaksForItsHostAndTellsWhatAllCost() {
        assertThat(hosts.sample("r", "rdsh", "b", false, fact(80, 1))).isPresent();
        assertThat(hosts.sample("r", "rdsh", "a", false, fact(81, 2))
                        .orElseThrow()
                        .load()
                        .harnessCpuPercent())
                .isEqualTo(3);
        assertThat(hosts.sample("r", "rdsh", "b", false, fact(82, 5))).isEmpty();
        ResourceFact told =
                hosts.sample("r", "rdsh", "a", false, fact(83, 2)).orElseThrow().load();
        assertThat(told.hostCpuPercent()).isEqualTo(83);
        assertThat(told.harnessCpuPercent()).isEqualTo(7);
        assertThat(told.harnessMemoryBytes()).isEqualTo(200);
    }

    @Test
    void otherHostsAndOtherRunsSpeakForThemselves() {
        hosts.sample("r", "rdsh", "a", false, fact(80, 1));
        assertThat(hosts.sample("r", "client", "z", true, fact(10, 4))
                        .orElseThrow()
                        .load()
                        .harnessCpuPercent())
                .isEqualTo(4);
        assertThat(hosts.sample("s", "rdsh", "z", false, fact(10, 4))
                        .orElseThrow()
                        .load()
                        .harnessCpuPercent())
                .isEqualTo(4);
    }

    @Test
    void aHostGeneratesLoadOrHoldsSessionsOrBoth() {
        HostSample server = hosts.sample("r", "rdsh", "a", false, fact(80, 1)).orElseThrow();
        assertThat(server.host()).isEqualTo("rdsh");
        assertThat(server.holdsSessions()).isTrue();
        assertThat(server.generatesLoad()).isFalse();
        HostSample client = hosts.sample("r", "client", "z", true, fact(10, 4)).orElseThrow();
        assertThat(client.holdsSessions()).isFalse();
        assertThat(client.generatesLoad()).isTrue();
        hosts.sample("r", "both", "a", true, fact(10, 4));
        hosts.sample("r", "both", "b", false, fact(10, 4));
        HostSample both = hosts.sample("r", "both", "a", true, fact(10, 4)).orElseThrow();
        assertThat(both.holdsSessions() && both.generatesLoad()).isTrue();
    }

    /**
     * Reproducer: a desktop agent says itself on which host it is, and spoke for the client agent's with an id that
     * sorts first.
     */
    @Test
    void noDesktopAgentSpeaksForTheHostOfAClientAgent() {
        hosts.sample("r", "generator", "z", true, fact(10, 4));
        assertThat(hosts.sample("r", "generator", "a", false, fact(100, 0))).isEmpty();
        assertThat(hosts.sample("r", "generator", "z", true, fact(10, 4))
                        .orElseThrow()
                        .load()
                        .hostCpuPercent())
                .isEqualTo(10);
    }

    @Test
    void whoFallsSilentIsReplaced() {
        hosts.sample("r", "rdsh", "a", false, fact(80, 1));
        assertThat(hosts.sample("r", "rdsh", "b", false, fact(80, 1))).isEmpty();
        now.addAndGet(5_000_000_000L);
        assertThat(hosts.sample("r", "rdsh", "b", false, fact(80, 1))
                        .orElseThrow()
                        .load()
                        .harnessCpuPercent())
                .isEqualTo(1);
    }

    /**
     * A pause that one agent told between two samples of the host is not forgotten; that of an agent in a session is
     * the platform's.
     */
    @Test
    void theLongestPauseOfTheClientAgentsIsTheHosts() {
        assertThat(hosts.sample("r", "client", "a", true, fact(10, 4))
                        .orElseThrow()
                        .load()
                        .longestPauseMs())
                .as("an agent that says nothing of pauses")
                .isNull();
        assertThat(hosts.sample("r", "client", "b", true, pausing(5_000))).isEmpty();
        assertThat(hosts.sample("r", "client", "b", true, pausing(3))).isEmpty();
        assertThat(hosts.sample("r", "client", "s", false, pausing(9_000))).isEmpty();
        assertThat(hosts.sample("r", "client", "a", true, pausing(2))
                        .orElseThrow()
                        .load()
                        .longestPauseMs())
                .isEqualTo(5_000);
        assertThat(hosts.sample("r", "client", "a", true, pausing(2))
                        .orElseThrow()
                        .load()
                        .longestPauseMs())
                .isEqualTo(2);
    }

    private static ResourceFact pausing(double millis) {
        return new ResourceFact(Instant.EPOCH, 10, 1, 1, 2, 100, 0, 0, 0, 0, millis);
    }

    private static ResourceFact fact(double host, double harness) {
        return new ResourceFact(Instant.EPOCH, host, harness, 1, 2, 100, 0, 0, 0, 0);
    }
}
