package io.deskmeter.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovingPartsTest {
    private static final Rect CLOCK = new Rect(1150, 770, 86, 17);
    private static final Rect SPINNER = new Rect(20, 20, 32, 32);

    private final MovingParts parts = new MovingParts();

    @Test
    void whatChangesAgainIsNamedAndWhatChangedOnceIsNot() {
        parts.changed(new Rect(0, 0, 1280, 800), 1);
        MovingParts later = new MovingParts();
        later.changed(new Rect(300, 300, 200, 100), 2);
        for (int at = 3; at < 8; at++) {
            later.changed(CLOCK, at);
            later.changed(SPINNER, at);
            later.changed(SPINNER, at);
        }
        assertThat(later.since(2)).containsExactly(SPINNER, CLOCK);
        assertThat(MovingParts.words(later.since(2))).isEqualTo("32x32+20+20, 86x17+1150+770");
        assertThat(MovingParts.except(later.since(2))).isEqualTo("except: [32x32+20+20, 86x17+1150+770]");
        assertThat(later.since(9)).isEmpty();
    }

    @Test
    void partsNearEachOtherAreOne() {
        parts.changed(new Rect(100, 100, 10, 10), 1);
        parts.changed(new Rect(114, 100, 10, 10), 2);
        assertThat(parts.since(0)).isEqualTo(List.of(new Rect(100, 100, 24, 10)));
    }

    @Test
    void oneChangeIsNamedIfThereIsNoOther() {
        parts.changed(CLOCK, 1);
        assertThat(parts.since(0)).containsExactly(CLOCK);
    }
}
