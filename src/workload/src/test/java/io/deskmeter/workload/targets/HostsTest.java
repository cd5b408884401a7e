package io.deskmeter.workload.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @Test
    void rangesKeepTheWidthOfTheirFirstNumber() {
        assertThat(NumberRanges.expand("desk{08..11}")).containsExactly("desk08", "desk09", "desk10", "desk11");
        assertThat(NumberRanges.expand("desk{8..11}")).containsExactly("desk8", "desk9", "desk10", "desk11");
        assertThat(NumberRanges.expand("plain")).containsExactly("plain");
    }

    @Test
    void severalRangesStandForAllCombinationsTheLastRunningFastest() {
        assertThat(NumberRanges.expand("r{1..2}-v{1..3}.lab"))
                .containsExactly("r1-v1.lab", "r1-v2.lab", "r1-v3.lab", "r2-v1.lab", "r2-v2.lab", "r2-v3.lab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{9..1}", "a{1..10001}", "a{1..101}{1..100}", "a{1..999999999}", "{1..100}{1..100}{1..2}"})
    void rangesThatFallOrGrowBeyondTheLimitAreRefusedBeforeAnythingIsMade(String text) {
        assertThatThrownBy(() -> NumberRanges.expand(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hostsHavePortsAndBrackets() {
        Hosts hosts = Hosts.of(List.of("vdi-{1..2}.lab:5901", "[fd00::7]", "10.0.0.7"), 5900);
        assertThat(hosts.all().stream().map(Hosts.Host::toString))
                .containsExactly("vdi-1.lab:5901", "vdi-2.lab:5901", "[fd00::7]:5900", "10.0.0.7:5900");
        assertThat(hosts.all().get(2).name()).isEqualTo("fd00::7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host:0", "host:65536", "host:x", "a:b:1", ":1", ""})
    void whatIsNoHostIsRefused(String text) {
        assertThatThrownBy(() -> Hosts.of(List.of(text), 5900)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hostsAreBoundedInAll() {
        List<String> many =
                IntStream.range(0, 11).mapToObj(i -> "h" + i + "-{1..1000}").toList();
        assertThatThrownBy(() -> Hosts.of(many, 1)).hasMessage("more than 10000 hosts");
    }

    @Test
    void anAccountNeverShowsItsPassword() {
        assertThat(new Account("ann", "geheim", "LAB")).hasToString("LAB\\ann");
    }
}
