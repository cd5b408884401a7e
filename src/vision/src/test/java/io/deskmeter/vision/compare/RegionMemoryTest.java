package io.deskmeter.vision.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionMemoryTest {
    private final Frame frame = new Frame(20, 10);
    private final RegionMemory memory = RegionMemory.remember(frame, new Rect(5, 5, 10, 10));

    @Test
    void storesThePartWithinTheFrame() {
        assertThat(memory.region()).isEqualTo(new Rect(5, 5, 10, 5));
        assertThat(memory.differing(frame)).isZero();
    }

    @Test
    void countsPixelsThatDifferFromTheStoredOnes() {
        set(5, 5, 1);
        set(14, 9, 0xff0000);
        set(4, 5, 1);
        set(15, 5, 1);
        assertThat(memory.differing(frame)).isEqualTo(2);
        assertThat(memory.differing(update(new Rect(0, 0, 10, 10)))).isEqualTo(2);
        set(5, 5, 0);
        assertThat(memory.differing(update(new Rect(5, 5, 1, 1))))
                .as("changed back")
                .isEqualTo(1);
    }

    @Test
    void keepsTheFirstPictureWhenOthersAreAdopted() {
        RegionMemory first = RegionMemory.remember(frame, new Rect(5, 5, 10, 10))
                .ignoring(List.of(new Rect(5, 5, 3, 2)))
                .keepingFirst();
        set(8, 6, 1);
        first.follow(update(frame.bounds()));
        set(8, 6, 2);
        set(9, 6, 1);
        set(5, 5, 1);
        first.follow(update(frame.bounds()));
        assertThat(first.differing(frame)).isZero();
        assertThat(first.differingFromFirst(frame)).isEqualTo(2);
        set(8, 6, 0);
        assertThat(first.differingFromFirst(frame)).isEqualTo(1);
        assertThat(first.differingFromFirst(new Frame(20, 7))).as("smaller").isEqualTo(10 * 3);
        assertThatThrownBy(() -> memory.differingFromFirst(frame)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void givesThePictureThatWasStoredFirst() {
        RegionMemory first = RegionMemory.remember(frame, new Rect(5, 5, 10, 10))
                .ignoring(List.of(new Rect(5, 5, 3, 2)))
                .keepingFirst();
        Frame before = first.picture();
        set(8, 6, 0x010203);
        assertThat(first.differing(frame)).isEqualTo(1);
        first.adopt(frame);
        assertThat(first.picture().pixels()).isNotEqualTo(before.pixels());
        assertThat(first.firstPicture().pixels()).isEqualTo(before.pixels());
        assertThat(first.isIgnored(2)).isTrue();
        assertThat(first.isIgnored(3)).isFalse();
    }

    @Test
    void ignoredPartsNeverCount() {
        RegionMemory restful = RegionMemory.remember(frame, frame.bounds()).ignoring(List.of(new Rect(5, 5, 3, 2)));
        set(5, 5, 1);
        set(7, 6, 1);
        assertThat(restful.differing(frame)).isZero();
        set(8, 6, 1);
        assertThat(restful.differing(update(new Rect(0, 0, 10, 10)))).isEqualTo(1);
        assertThat(restful.differingIn(frame.bounds())).isEqualTo(new Rect(8, 6, 1, 1));
        assertThat(restful.differingIn(new Rect(0, 0, 5, 5)).isEmpty()).isTrue();
    }

    @Test
    void readsOnlyDamage() {
        set(6, 6, 1);
        set(12, 6, 1);
        assertThat(memory.differing(update(new Rect(0, 0, 10, 10)))).isEqualTo(1);
        assertThat(memory.differing(update(new Rect(10, 0, 10, 10)))).isEqualTo(2);
    }

    @Test
    void ignoresTheUndefinedByteAndSmallDifferences() {
        set(6, 6, 0xff000000);
        assertThat(memory.differing(frame)).isZero();
        RegionMemory tolerant = RegionMemory.remember(frame, frame.bounds(), 4);
        set(7, 7, 0x040404);
        set(8, 8, 0x000500);
        assertThat(tolerant.differing(frame)).isEqualTo(1);
        assertThatThrownBy(() -> RegionMemory.remember(frame, frame.bounds(), -1))
                .hasMessage("tolerance: -1 (expected: 0 to 255)");
    }

    @Test
    void followsFromUpdateToUpdate() {
        set(6, 6, 1);
        set(7, 6, 1);
        assertThat(memory.follow(update(frame.bounds()))).isEqualTo(2);
        assertThat(memory.follow(update(frame.bounds()))).isZero();
        set(6, 6, 2);
        assertThat(memory.follow(update(new Rect(6, 6, 1, 1)))).isEqualTo(1);
    }

    @Test
    void pixelsOutsideASmallerFrameDiffer() {
        FrameUpdate smaller = new FrameUpdate(new Frame(10, 10), List.of(new Rect(0, 0, 1, 1)), 0, 2);
        assertThat(memory.differing(smaller)).isEqualTo(25);
        assertThat(memory.differing(update(new Rect(0, 0, 1, 1))))
                .as("as large as before")
                .isZero();
    }

    @Test
    void anEmptyRegionNeverDiffers() {
        RegionMemory nothing = RegionMemory.remember(frame, new Rect(50, 50, 10, 10));
        set(1, 1, 1);
        assertThat(nothing.differing(frame)).isZero();
        assertThat(nothing.follow(update(frame.bounds()))).isZero();
    }

    private void set(int x, int y, int rgb) {
        frame.pixels()[y * frame.width() + x] = rgb;
    }

    private FrameUpdate update(Rect damage) {
        return new FrameUpdate(frame, List.of(damage), 0, 2);
    }

    /** A caret of 2 x 71 pixels, as an office program shows it beside a picture. */
    @Test
    void aTallCaretThatBlinksDoesNotCount() {
        Desktop desktop = new Desktop();
        for (int i = 0; i < 10; i++) {
            assertThat(desktop.paint(new Rect(90, 20, 2, 71), i % 2 == 0 ? BLACK : 0))
                    .as("blink " + i)
                    .isZero();
        }
    }

    @Test
    void whatChangesBesideACaretCounts() {
        Desktop desktop = new Desktop();
        desktop.paint(new Rect(90, 20, 2, 71), BLACK);
        assertThat(desktop.paint(new Rect(20, 20, 10, 7), BLACK)).isEqualTo(70);
    }

    @Test
    void aLineThatMovesCountsAndSoDoesOneThatGrows() {
        Desktop moving = new Desktop();
        assertThat(moving.paint(new Rect(20, 20, 2, 71), BLACK)).isZero();
        assertThat(moving.paint(new Rect(20, 20, 2, 71), 0)).isZero();
        assertThat(moving.paint(new Rect(24, 20, 2, 71), BLACK)).isEqualTo(142);

        Desktop growing = new Desktop();
        assertThat(growing.paint(new Rect(20, 20, 4, 71), BLACK)).isZero();
        assertThat(growing.paint(new Rect(24, 20, 2, 71), BLACK)).isEqualTo(6 * 71);
    }

    @Test
    void aLineOfChangingColoursCounts() {
        Desktop desktop = new Desktop();
        assertThat(desktop.paint(new Rect(20, 20, 2, 71), BLACK)).isZero();
        assertThat(desktop.paint(new Rect(20, 20, 2, 71), 0x808080)).isEqualTo(142);
    }

    @Test
    void aLineThatIsTooWideOrTooHighCounts() {
        assertThat(new Desktop().paint(new Rect(20, 20, 5, 71), BLACK)).isEqualTo(5 * 71);
        assertThat(new Desktop().paint(new Rect(20, 20, 2, 101), BLACK)).isEqualTo(202);
        assertThat(new Desktop().paint(new Rect(20, 20, 4, 11), BLACK)).isEqualTo(44);
    }

    private static final int BLACK = 0x010101;

    /** A picture of one colour on which something is painted. */
    private static final class Desktop {
        private final Frame frame = new Frame(200, 150);
        private final RegionMemory memory = RegionMemory.remember(frame, frame.bounds());

        private int paint(Rect place, int colour) {
            for (int y = place.y(); y < place.bottom(); y++) {
                int row = y * frame.width();
                Arrays.fill(frame.pixels(), row + place.x(), row + place.right(), colour);
            }
            return memory.differingBesideCaret(new FrameUpdate(frame, List.of(place), 0, 0));
        }
    }
}
