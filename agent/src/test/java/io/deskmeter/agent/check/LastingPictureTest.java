package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import org.junit.jupiter.api.Test;

/** What stays on a display, with pictures of 640x480 and of a smaller desktop. */
class LastingPictureTest {
    private static final int WINDOW = 320;

    /** A desktop that does not know how large the client's is. */
    private static Frame desktop(int width, int height, int seed) {
        Frame frame = new Frame(width, height, new int[width * height]);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                frame.pixels()[y * width + x] = (x * seed & 0xFF) << 16 | (y * seed & 0xFF) << 8 | ((x ^ y) & 0xFF);
            }
        }
        return frame;
    }

    /** A window with a pattern in the middle of it. */
    private static Frame withWindow(int width, int height, int seed) {
        Frame frame = desktop(width, height, seed);
        for (int y = 0; y < WINDOW; y++) {
            for (int x = 0; x < WINDOW; x++) {
                int at = ((height - WINDOW) / 2 + y) * width + (width - WINDOW) / 2 + x;
                frame.pixels()[at] = (x / 8 + y / 8) % 3 == 0 ? 0xFFFFFF : 0xC0C0C0;
            }
        }
        return frame;
    }

    @Test
    void aDesktopThatKeepsItsSizeIsShared() {
        assertThat(LastingPicture.of(desktop(640, 480, 7), desktop(480, 340, 7)))
                .isEqualTo(LastingPicture.SHARED_DESKTOP);
    }

    @Test
    void aWindowThatStaysInTheMiddleIsTheLoginWindow() {
        assertThat(LastingPicture.of(withWindow(640, 480, 7), withWindow(480, 340, 11)))
                .isEqualTo(LastingPicture.LOGIN_WINDOW);
    }

    @Test
    void whatOthersDoNotSeeIsTheUsersSession() {
        assertThat(LastingPicture.of(desktop(640, 480, 7), withWindow(480, 340, 11)))
                .isEqualTo(LastingPicture.SESSION);
    }
}
