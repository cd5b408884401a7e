package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import org.junit.jupiter.api.Test;

class CanvasTest {
    @Test
    void isWithheldUntilEveryPixelIsPainted() throws Exception {
        Canvas canvas = Decoding.canvas(10, 10);
        assertThat(canvas.takeDamage()).isEmpty();
        canvas.paint(new Rect(0, 0, 10, 5));
        canvas.paint(new Rect(0, 0, 10, 5));
        assertThat(canvas.takeDamage()).as("half, twice").isEmpty();
        canvas.paint(new Rect(0, 4, 10, 6));
        assertThat(canvas.takeDamage()).containsExactly(new Rect(0, 0, 10, 10));
        canvas.paint(new Rect(1, 2, 3, 4));
        canvas.paint(new Rect(1, 2, 0, 4));
        assertThat(canvas.takeDamage()).containsExactly(new Rect(1, 2, 3, 4));
        assertThat(canvas.takeDamage()).isEmpty();
    }

    @Test
    void aResizeStartsOver() throws Exception {
        Canvas canvas = Decoding.canvas(2, 2);
        canvas.paint(new Rect(0, 0, 2, 2));
        canvas.resize(3, 3);
        canvas.paint(new Rect(0, 0, 2, 2));
        assertThat(canvas.takeDamage()).isEmpty();
        canvas.paint(new Rect(0, 0, 3, 3));
        assertThat(canvas.takeDamage()).containsExactly(new Rect(0, 0, 3, 3));
        canvas.resize(3, 3);
        assertThat(canvas.takeDamage()).as("same size").isEmpty();
    }

    @Test
    void damageIsBounded() throws Exception {
        Canvas canvas = Decoding.canvas(100, 100);
        canvas.paint(new Rect(0, 0, 100, 100));
        canvas.takeDamage();
        for (int i = 0; i < 10_000; i++) {
            canvas.paint(new Rect(10 + i % 50, 20, 1, 1));
        }
        var damage = canvas.takeDamage();
        assertThat(damage).hasSizeLessThanOrEqualTo(Canvas.MAX_DAMAGE);
        assertThat(damage.stream().reduce(Rect::union)).contains(new Rect(10, 20, 50, 1));
    }
}
