package io.deskmeter.agent.watch.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbingTest {
    @Test
    void theEnvironmentSwitchesItOff() {
        assertThat(Probing.of(Map.of()).isOn()).isTrue();
        assertThat(Probing.of(Map.of("DESKMETER_PROBES", "on")).isOn()).isTrue();
        assertThat(Probing.of(Map.of("DESKMETER_PROBES", "off")).isOn()).isFalse();
    }

    @Test
    void anyOtherWordIsRefused() {
        assertThatThrownBy(() -> Probing.of(Map.of("DESKMETER_PROBES", "no")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("DESKMETER_PROBES: \"no\" (expected: on or off; hint: unset, it is on)");
    }
}
