package io.deskmeter.workload.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.deskmeter.workload.yaml.TargetHosts;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    /** A line of a set and a line of a profile stand for thousands each. */
    @Test
    void manyPatternsAndManyHostsTakeLittleTime() {
        AllowedHosts allowed = AllowedHosts.of(List.of("*a".repeat(60) + "{1..999}" + "*a".repeat(60) + "b"));
        List<Hosts.Host> hosts =
                Hosts.of(List.of("a".repeat(230) + "{1000..1999}"), 3389).all();
        assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertThat(hosts).noneMatch(allowed::admits));
    }

    @Test
    void morePatternsThanASetMayHaveAreRefused() {
        assertThatThrownBy(() -> AllowedHosts.of(List.of("*.vdi-{1..600}.lab", "*.rdsh-{1..600}.lab")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at most 1000 hosts with an asterisk in all");
    }

    @Test
    void aPatternIsARegularExpressionOfItsSigns() {
        Random random = new Random(41);
        for (int i = 0; i < 20_000; i++) {
            String pattern = "*" + text(random, "ab.*:-", random.nextInt(8));
            String name = text(random, "ab.-:A", 1 + random.nextInt(9));
            String expression = Pattern.quote(pattern).replace("*", "\\E[a-z0-9_-]+\\Q");
            assertThat(new HostPattern(pattern).matches(name))
                    .as(pattern + " " + name)
                    .isEqualTo(name.matches(expression));
        }
    }

    /** The bits of a place are in several words there. */
    @Test
    void aLongPatternIsComparedToItsEnd() {
        String part = "abcdefghij-".repeat(12);
        for (int length = 1; length < part.length(); length++) {
            String begin = part.substring(0, length);
            HostPattern pattern = new HostPattern(begin + "*." + begin + "*" + begin);
            assertThat(pattern.matches(begin + "x." + begin + "yz" + begin)).isTrue();
            assertThat(pattern.matches(begin + "xx." + begin + begin.charAt(0) + begin))
                    .isTrue();
            assertThat(pattern.matches(begin + "x." + begin + begin)).isFalse();
            assertThat(pattern.matches(begin + "x." + begin + "yz" + begin + "."))
                    .isFalse();
            assertThat(pattern.matches(begin + "." + begin + "yz" + begin)).isFalse();
        }
    }

    private static String text(Random random, String characters, int length) {
        return random.ints(length, 0, characters.length())
                .mapToObj(at -> characters.substring(at, at + 1))
                .collect(Collectors.joining());
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
