package io.deskmeter.agent.keyboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.pairing.PairingCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldCodeTest {
    @Test
    void whatIsShownIsWhatIsRead() {
        for (String text : List.of("", "a", "Łódź €", "line\n\tmore", "中文😀", "x".repeat(20_000))) {
            for (boolean focused : new boolean[] {true, false}) {
                FieldCode code = FieldCode.of(text, focused);
                assertThat(FieldCode.of(code.code())).contains(code);
                assertThat(code.is(text)).isTrue();
            }
        }
    }

    @Test
    void aTextWithOneOtherCharacterIsAnotherOne() {
        FieldCode code = FieldCode.of("zebra", true);
        for (String other : List.of("yebra", "zebr", "zebraa", "ezbra", "Zebra", "")) {
            assertThat(code.is(other)).as(other).isFalse();
        }
    }

    @Test
    void itTellsTheLastCharacterAndWhetherThereIsAny() {
        assertThat(FieldCode.of("ab😀", true).last()).isEqualTo(0x1F600);
        assertThat(FieldCode.of("ab😀", true).count()).isEqualTo(3);
        assertThat(FieldCode.of("", false).isEmpty()).isTrue();
    }

    @Test
    void aPairingCodeIsNoField() {
        assertThat(FieldCode.of(new PairingCode(0x0123456789abcdefL))).isEmpty();
    }

    /** The page for browsers computes the same. */
    @Test
    void theCodeOfATextDoesNotChange() {
        assertThat(FieldCode.of("Tür €", true).code()).hasToString(THE_SAME_IN_THE_PAGE);
    }

    private static final String THE_SAME_IN_THE_PAGE = "b50014041587629d";
}
