package io.deskmeter.workload.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScreenRectTest {
    private static final long SEED = 7;

    /** Compared with a count of single pixels. */
    @Test
    void pixelsBesidePartsAreCounted() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            ScreenRect screen = new ScreenRect(random.nextInt(5), random.nextInt(5), 12, 9);
            List<ScreenRect> parts = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                parts.add(new ScreenRect(
                        random.nextInt(15), random.nextInt(15), 1 + random.nextInt(12), 1 + random.nextInt(9)));
            }
            assertThat(screen.pixelsBeside(parts)).as("%s of %s", parts, screen).isEqualTo(counted(screen, parts));
        }
    }

    private static long counted(ScreenRect screen, List<ScreenRect> parts) {
        long free = 0;
        for (int y = screen.y(); y < screen.y() + screen.height(); y++) {
            for (int x = screen.x(); x < screen.x() + screen.width(); x++) {
                int atX = x;
                int atY = y;
                boolean covered = parts.stream()
                        .anyMatch(part -> atX >= part.x()
                                && atX < part.x() + part.width()
                                && atY >= part.y()
                                && atY < part.y() + part.height());
                free += covered ? 0 : 1;
            }
        }
        return free;
    }

    @Test
    void partsThatOnlyTouchHaveNoPixelInCommon() {
        ScreenRect screen = new ScreenRect(0, 0, 640, 480);
        assertThat(screen.isBeside(new ScreenRect(640, 0, 9, 9))).isTrue();
        assertThat(screen.isBeside(new ScreenRect(639, 479, 9, 9))).isFalse();
    }
}
