package io.deskmeter.agent.watch.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NewWindowTest {
    private static final long MS = 1_000_000;
    private static final Rect DIALOG = new Rect(400, 300, 480, 180);
    private static final Rect CARET = new Rect(100, 100, 2, 20);

    private final List<Frame> frames = new ArrayList<>();
    private final List<Long> arrivals = new ArrayList<>();
    private Frame screen = new Frame(1280, 800);

    private NewWindowTest paint(long at, Rect place, int colour) {
        screen = screen.copy();
        for (int y = place.y(); y < place.bottom(); y++) {
            Arrays.fill(screen.pixels(), y * 1280 + place.x(), y * 1280 + place.right(), colour);
        }
        frames.add(screen);
        arrivals.add(at * MS);
        return this;
    }

    private Optional<NewWindow> found() {
        NewWindow.Finder finder = new NewWindow.Finder();
        for (int i = frames.size() - 1; i >= 0; i--) {
            finder.see(frames.get(i), arrivals.get(i));
        }
        return finder.found();
    }

    private NewWindowTest desktop() {
        return paint(0, new Rect(0, 0, 1280, 800), 0x204060);
    }

    private NewWindowTest application(long at) {
        return paint(at, new Rect(0, 0, 1280, 780), 0xffffff);
    }

    @Test
    void aDialogInFrontOfAnApplicationIsFoundThoughACaretBlinks() {
        desktop().application(500).paint(1300, DIALOG, 0xdddddd);
        for (int i = 0; i < 6; i++) {
            paint(2000 + i * 500, CARET, i % 2 == 0 ? 0 : 0xffffff);
        }
        assertThat(found()).contains(new NewWindow(DIALOG, 1300 * MS, false));
        assertThat(found().orElseThrow().words(0))
                .startsWith("a new window 480x180+400+300 has been in front since 1.3 s after the input");
    }

    @Test
    void aDialogIsPaintedInSteps() {
        desktop().application(500).paint(1300, DIALOG, 0xdddddd).paint(1400, new Rect(420, 340, 300, 60), 0x202020);
        assertThat(found()).contains(new NewWindow(DIALOG, 1300 * MS, false));
    }

    @Test
    void theWindowBehindLosesTheFocusInTheSameFrame() {
        desktop().application(500).paint(900, new Rect(0, 0, 1280, 20), 0x6688cc);
        Frame both = screen.copy();
        for (Rect part : List.of(new Rect(0, 0, 1280, 20), DIALOG)) {
            for (int y = part.y(); y < part.bottom(); y++) {
                Arrays.fill(both.pixels(), y * 1280 + part.x(), y * 1280 + part.right(), 0xcccccc);
            }
        }
        screen = both;
        paint(1300, CARET, 0);
        assertThat(found()).contains(new NewWindow(DIALOG, 1300 * MS, false));
    }

    @Test
    void theWindowBehindLosesTheFocusAfterwards() {
        desktop()
                .application(500)
                .paint(900, new Rect(0, 0, 1280, 20), 0x6688cc)
                .paint(1300, DIALOG, 0xdddddd)
                .paint(1330, new Rect(0, 0, 1280, 20), 0xcccccc);
        assertThat(found()).contains(new NewWindow(DIALOG, 1300 * MS, false));
    }

    @Test
    void theFirstWindowAfterALaunchMayBeTheApplication() {
        desktop().paint(900, DIALOG, 0xdddddd);
        assertThat(found()).contains(new NewWindow(DIALOG, 900 * MS, true));
    }

    @Test
    void anApplicationThatFillsTheScreenIsNoWindowInFront() {
        desktop().application(500);
        assertThat(found()).isEmpty();
    }

    @Test
    void otherChangesAtOtherPlacesAreNoWindow() {
        desktop().application(500).paint(1300, DIALOG, 0xdddddd).paint(3000, new Rect(0, 0, 300, 120), 0x777777);
        assertThat(found().map(NewWindow::place)).contains(new Rect(0, 0, 300, 120));
        frames.clear();
        arrivals.clear();
        desktop();
        Frame both = screen.copy();
        screen = both;
        paint(100, DIALOG, 1).frames.remove(frames.size() - 1);
        arrivals.remove(arrivals.size() - 1);
        paint(200, new Rect(10, 10, 200, 90), 0xffffff);
        assertThat(found()).isEmpty();
    }

    @Test
    void aCaretAloneIsNoWindow() {
        desktop().application(500);
        frames.remove(0);
        arrivals.remove(0);
        paint(1000, CARET, 0).paint(1500, CARET, 0xffffff);
        assertThat(found()).isEmpty();
    }

    @Test
    void partsOfAPictureAreJoinedWherePixelsBetweenThemAreEqual() {
        Frame before = new Frame(320, 200);
        Frame after = before.copy();
        Random random = new Random(1);
        for (int y = 40; y < 140; y++) {
            for (int x = 60; x < 260; x++) {
                if (random.nextInt(8) == 0) {
                    after.pixels()[y * 320 + x] = 0xffffff;
                }
            }
        }
        after.pixels()[40 * 320 + 60] = 0xffffff;
        after.pixels()[139 * 320 + 259] = 0xffffff;
        assertThat(ScreenDifference.between(before, after)).containsExactly(new Rect(60, 40, 200, 100));
    }
}
