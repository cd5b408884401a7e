package io.deskmeter.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.sample.EndedOperation;
import io.deskmeter.agent.sample.OperationSampler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSamplersTest {
    private final List<String> told = new ArrayList<>();

    @Test
    void anErrorOfOneKeepsNoOtherOneFromBeingTold() {
        List<OperationSampler> samplers =
                List.of(sampler("first", true), sampler("second", false), sampler("third", true));
        assertThatThrownBy(() -> SessionSamplers.each(samplers, OperationSampler::applicationEnds))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("first")
                .hasSuppressedException(new IllegalStateException("third"));
        assertThat(told).containsExactly("first", "second", "third");
    }

    private OperationSampler sampler(String name, boolean fails) {
        return new OperationSampler() {
            @Override
            public void observe(Observation observation) {
                // Nothing is observed.
            }

            @Override
            public void answered(EndedOperation ended) {
                // Nothing is measured.
            }

            @Override
            public void applicationEnds() {
                told.add(name);
                if (fails) {
                    throw new IllegalStateException(name);
                }
            }
        };
    }
}
