package io.deskmeter.workload.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.deskmeter.workload.yaml.TargetHosts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedHostsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vdi-{01..40}.lab | vdi-07.lab:5900 | true",
                "vdi-{01..40}.lab | VDI-07.LAB:1 | true",
                "vdi-{01..40}.lab | vdi-7.lab:5900 | false",
                "vdi-1:5901 | vdi-1:5901 | true",
                "vdi-1:5901 | vdi-1:5902 | false",
                "*.lab | a-1.lab:3389 | true",
                "*.lab | a.b.lab:3389 | false",
                "*.lab | lab:3389 | false",
                "*.lab | a.lab.evil:3389 | false",
                "*.lab | axlab:3389 | false",
                "*.lab:3390 | a.lab:3389 | false",
                "10.0.*.7 | 10.0.3.7:3389 | true",
                "10.0.0.7 | 10.0.0.77:3389 | false",
                "a*-*c.lab | a1-2-3c.lab:3389 | true",
                "a**.lab | a1.lab:3389 | false",
                "a**.lab | a12.lab:3389 | true",
                "* | a:3389 | true",
                "*:3389 | a:3389 | true",
                "*:3389 | a:3390 | false",
                "[fd00::7] | [fd00::7]:5900 | true",
                "[fd00::7] | [fd00::8]:5900 | false",
                "[fd00::7]:1 | [fd00::7]:5900 | false",
            })
    void aHostIsAdmittedByItsNameAndPort(String allowed, String host, boolean admitted) {
        Hosts.Host one = Hosts.of(List.of(host), 1).all().get(0);
        assertThat(AllowedHosts.of(List.of(allowed)).admits(one)).isEqualTo(admitted);
        assertThat(AllowedHosts.NONE.admits(one)).isFalse();
    }

    /** Whoever writes the set may write the profile, too, and no start of a run must hang. */
    @Test
    void manySignsForAnyCharactersTakeNoTime() {
        AllowedHosts allowed = AllowedHosts.of(List.of("*a".repeat(12) + ".lab"));
        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(allowed.admits(new Hosts.Host("a".repeat(200), 3389)))
                        .isFalse());
    }

    @Test
    void theHostsOfAProfileAreReadWithTheirPorts() {
        assertThat(TargetHosts.of("""
                workloads: office
                target: { vnc: { hosts: [a, "b-{1..2}:5901", "[fd00::7]"], accounts: x } }
                load: { fixed: { sessions: 1 } }
                """)).containsExactly("a:5900", "b-{1..2}:5901", "[fd00::7]:5900");
        assertThat(TargetHosts.of("target: { local: {} }")).isEmpty();
        assertThat(TargetHosts.of("- : [")).isEmpty();
    }
}
