package io.deskmeter.controller.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.CheckText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of texts where nobody tells the layout, and how long it may take to try them. */
class KeyboardCheckTest {
    private static CheckText text(String text) {
        return CheckText.newBuilder().setText(text).build();
    }

    @Test
    void charactersThatOtherLayoutsHaveElsewhereAreNamed() {
        assertThat(KeyboardCheck.elsewhere(List.of(text("zebra"), text("=1+3"), text("been"))))
                .isEqualTo("+ 1 3 = a z");
        assertThat(KeyboardCheck.elsewhere(List.of(text("been boot")))).isEmpty();
    }

    @Test
    void aSlowPaceNeedsMoreTime() {
        CheckText slow = CheckText.newBuilder()
                .setText("0123456789")
                .setPaceNanos(Duration.ofSeconds(1).toNanos())
                .build();
        assertThat(KeyboardCheck.typing(List.of(slow)).minus(KeyboardCheck.typing(List.of(text("0123456789")))))
                .isEqualTo(Duration.ofSeconds(10));
    }
}
