package io.deskmeter.agent.rdp;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WaitingWindowTest {
    private static final Rect BANNER = new Rect(440, 340, 364, 108);

    private final Frame frame = new Frame(1280, 800);

    private WaitingWindowTest fill(Rect place, int colour) {
        for (int y = place.y(); y < place.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * 1280 + place.x(), y * 1280 + place.right(), colour);
        }
        return this;
    }

    @Test
    void aWindowOnABareServerWaits() {
        fill(BANNER, 0xffffff).fill(new Rect(450, 350, 100, 10), 0);
        assertThat(WaitingWindow.find(frame)).contains(BANNER);
    }

    @Test
    void aWindowOnThePatternOfABareServerWaits() {
        for (int i = 0; i < frame.pixels().length; i++) {
            frame.pixels()[i] = (i % 1280 + 2 * (i / 1280)) % 4 < 2 ? 0xffffff : 0;
        }
        fill(BANNER, 0xdddddd);
        assertThat(WaitingWindow.find(frame)).contains(BANNER);
    }

    @Test
    void aWindowInTheFirstCornerWaits() {
        fill(new Rect(0, 0, 364, 108), 0xffffff);
        assertThat(WaitingWindow.find(frame)).contains(new Rect(0, 0, 364, 108));
    }

    @Test
    void aPanelIconsAndFullScreensAreDesktops() {
        assertThat(WaitingWindow.find(frame)).isEmpty();
        fill(new Rect(0, 770, 1280, 30), 0xcccccc);
        assertThat(WaitingWindow.find(frame)).as("panel").isEmpty();
        fill(frame.bounds(), 0x204060).fill(BANNER, 0xffffff).fill(new Rect(20, 20, 48, 48), 0xff0000);
        assertThat(WaitingWindow.find(frame)).as("a window and an icon").isEmpty();
        fill(frame.bounds(), 0x204060)
                .fill(new Rect(20, 20, 100, 60), 0xff0000)
                .fill(new Rect(20, 20, 30, 30), 0x204060);
        assertThat(WaitingWindow.find(frame)).as("an icon").isEmpty();
        fill(frame.bounds(), 0x204060).fill(new Rect(10, 10, 1200, 700), 0xffffff);
        assertThat(WaitingWindow.find(frame)).as("an application").isEmpty();
    }
}
