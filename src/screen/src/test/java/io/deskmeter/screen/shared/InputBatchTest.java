package io.deskmeter.screen.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputBatchTest {
    private static List<Integer> presses(String text) {
        return InputBatch.split(Keyboard.type(text)).stream()
                .map(b -> (int) b.events().stream()
                        .filter(e -> e instanceof InputEvent.Key key && key.down())
                        .count())
                .toList();
    }

    @Test
    void splitsBeforeEachRepeatedKey() {
        assertThat(presses("abab")).containsExactly(4);
        assertThat(presses("hello")).containsExactly(3, 2);
        assertThat(presses("aaa")).containsExactly(1, 1, 1);
    }

    @Test
    void modifiersDoNotCount() {
        assertThat(presses("AB")).containsExactly(4);
        assertThat(presses("AA")).as("with the second Shift already down").containsExactly(3, 1);
    }

    @Test
    void returnsItsFirstAndLastKey() {
        InputBatch burst = InputBatch.split(Keyboard.chord("ctrl+s")).get(0);
        assertThat(burst.firstKey()).isEqualTo('s');
        assertThat(burst.lastKey()).isEqualTo('s');
        assertThat(new InputBatch(List.of(new InputEvent.Pointer(1, 1, 0))).firstKey())
                .isEqualTo(InputBatch.NONE);
    }
}
