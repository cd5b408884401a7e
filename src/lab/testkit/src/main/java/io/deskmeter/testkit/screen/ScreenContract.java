package io.deskmeter.testkit.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.x.XClient;
import io.deskmeter.testkit.x.XWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The contract of every screen as tests on a real X server, in which a real X client paints and receives keys and
 * buttons. Subclasses create a display and a screen on it, and name the features that they lack.
 */
public abstract class ScreenContract extends ProbeContract {
    private static final int SHIFT = 1;
    private static final int CONTROL = 4;
    private static final int CELL = 16;

    @Test
    void theFirstFrameIsTheWholeScreen() throws Exception {
        window().fill(0x336699, new Rect(0, 0, WIDTH, HEIGHT));
        open();
        ContractListener.Seen first = listener().seen().get(0);
        assertThat(first.size()).isEqualTo(new Rect(0, 0, WIDTH, HEIGHT));
        assertThat(first.damage()).containsExactly(first.size());
        awaitColour(0x336699, 0, 0);
        awaitColour(0x336699, WIDTH - 1, HEIGHT - 1);
    }

    @Test
    void damageContainsAllChanges() throws Exception {
        open();
        Frame truth = new Frame(WIDTH, HEIGHT);
        Random random = new Random(7);
        for (int i = 0; i < 60; i++) {
            int width = 1 + random.nextInt(i % 10 == 0 ? WIDTH : 60);
            int height = 1 + random.nextInt(i % 10 == 0 ? HEIGHT : 40);
            Rect place =
                    new Rect(random.nextInt(WIDTH - width + 1), random.nextInt(HEIGHT - height + 1), width, height);
            int colour = random.nextInt(0x1000000);
            window().fill(colour, place);
            fill(truth, colour, place);
        }
        awaitLike(truth);
    }

    private static void fill(Frame frame, int colour, Rect place) {
        for (int y = place.y(); y < place.bottom(); y++) {
            int row = y * frame.width();
            Arrays.fill(frame.pixels(), row + place.x(), row + place.right(), colour);
        }
    }

    private void awaitLike(Frame truth) {
        await().atMost(TIMEOUT).until(() -> {
            Frame shown = listener().picture();
            boolean same = shown != null && shown.bounds().equals(truth.bounds());
            for (int i = 0; same && shown != null && i < truth.pixels().length; i++) {
                same = isLike(shown.pixels()[i] & 0xFFFFFF, truth.pixels()[i]);
            }
            return same;
        });
    }

    @Test
    void timesAreThoseOfTheResponse() throws Exception {
        Screen screen = open();
        for (int i = 1; i <= 12; i++) {
            int colour = 0x081000 * i;
            int before = listener().count();
            long firedAt = screen.fire(Keyboard.chord("a")).get(10, TimeUnit.SECONDS);
            next(XClient.KEY_PRESS);
            long paintFrom = System.nanoTime();
            window().fill(colour, new Rect(40 * i, 100, 30, 30));
            long paintedBy = System.nanoTime();
            awaitColour(colour, 40 * i, 100);
            List<ContractListener.Seen> seen = listener().seen();
            ContractListener.Seen shown = seen.get(seen.size() - 1);
            assertThat(firedAt).isLessThanOrEqualTo(paintFrom);
            assertThat(shown.arrivedAt()).isGreaterThanOrEqualTo(paintFrom);
            assertThat(seen.get(before - 1).arrivedAt()).isLessThan(paintedBy);
            next(XClient.KEY_RELEASE);
        }
    }

    private XClient.Event next(int type) throws Exception {
        XClient.Event event = client().event();
        while (event.type() != type) {
            event = client().event();
        }
        return event;
    }

    @Test
    void textArrivesAsTyped() throws Exception {
        Screen screen = open();
        assertThat(typed(screen, "Hello, World! 42 {x} ~/a_b")).isEqualTo("Hello, World! 42 {x} ~/a_b");
    }

    @Test
    void charactersThatTheKeyboardLacksArrive() throws Exception {
        Assumptions.assumeFalse(lacks().contains(Feature.FOREIGN_KEYS));
        Screen screen = open();
        // One by one: a server may assign the same key to the next character before a program has read its mapping.
        for (String character : List.of("\u00e4", "\u00d6", "\u00df", "\u00e9", "\u20ac")) {
            assertThat(typed(screen, character)).isEqualTo(character);
        }
    }

    private String typed(Screen screen, String text) throws Exception {
        screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
        StringBuilder typed = new StringBuilder();
        while (typed.length() < text.length()) {
            XClient.Event event = next(XClient.KEY_PRESS);
            int keysym = client().keysym(event.detail(), (event.state() & SHIFT) != 0);
            if (keysym > 0x1000000) {
                typed.append((char) (keysym & 0xFFFF));
            } else if (keysym < 0xFF00 && keysym > 0) {
                typed.append((char) keysym);
            }
        }
        return typed.toString();
    }

    @Test
    void chordsKeepTheirModifiers() throws Exception {
        Screen screen = open();
        screen.fire(Keyboard.chord("ctrl+shift+s")).get(10, TimeUnit.SECONDS);
        assertThat(next(XClient.KEY_PRESS).state()).isZero();
        assertThat(next(XClient.KEY_PRESS).state()).isEqualTo(CONTROL);
        assertThat(next(XClient.KEY_PRESS).state()).isEqualTo(CONTROL | SHIFT);
        assertThat(client().keysym(next(XClient.KEY_RELEASE).detail(), false)).isEqualTo('s');
        next(XClient.KEY_RELEASE);
        next(XClient.KEY_RELEASE);
        screen.fire(Keyboard.chord("ctrl+Tab")).get(10, TimeUnit.SECONDS);
        assertThat(next(XClient.KEY_PRESS).state()).isZero();
        XClient.Event tab = next(XClient.KEY_PRESS);
        assertThat(tab.state()).isEqualTo(CONTROL);
        assertThat(client().keysym(tab.detail(), false)).isEqualTo(Keysyms.TAB);
    }

    @Test
    void buttonsArriveInOrderAtThePointer() throws Exception {
        Screen screen = open();
        screen.fire(List.of(
                        pointer(123, 45, 0),
                        pointer(123, 45, 1),
                        pointer(300, 200, 1),
                        pointer(300, 200, 0),
                        pointer(310, 210, 4),
                        pointer(310, 210, 0),
                        pointer(320, 220, 8),
                        pointer(320, 220, 0),
                        pointer(320, 220, 16),
                        pointer(320, 220, 0)))
                .get(10, TimeUnit.SECONDS);
        assertThat(button()).isEqualTo("press 1 at 123,45");
        assertThat(button()).isEqualTo("release 1 at 300,200");
        assertThat(button()).isEqualTo("press 3 at 310,210");
        assertThat(button()).isEqualTo("release 3 at 310,210");
        assertThat(button()).isEqualTo("press 4 at 320,220");
        assertThat(button()).isEqualTo("release 4 at 320,220");
        assertThat(button()).isEqualTo("press 5 at 320,220");
        assertThat(button()).isEqualTo("release 5 at 320,220");
    }

    @Test
    void aPointerBeyondTheDesktopIsRefusedAndAHeldButtonIsReleased() throws Exception {
        Screen screen = open();
        for (InputEvent beyond : List.of(pointer(WIDTH, 10, 0), pointer(10, HEIGHT, 0))) {
            assertThatThrownBy(() -> screen.fire(List.of(beyond)).get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ScreenException.class)
                    .hasMessageContaining("expected: on the desktop of " + WIDTH + "x" + HEIGHT);
        }
        screen.fire(List.of(pointer(100, 120, 0), pointer(100, 120, 1))).get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> screen.fire(List.of(pointer(100, HEIGHT + 5, 1), pointer(100, HEIGHT + 5, 0)))
                        .get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ScreenException.class);
        screen.fire(List.of(pointer(100, HEIGHT + 5, 0))).get(10, TimeUnit.SECONDS);
        assertThat(button()).isEqualTo("press 1 at 100,120");
        assertThat(button()).isEqualTo("release 1 at 100," + (HEIGHT - 1));
    }

    private static InputEvent pointer(int x, int y, int buttons) {
        return new InputEvent.Pointer(x, y, buttons);
    }

    private String button() throws Exception {
        XClient.Event event = client().event();
        String what = event.type() == XClient.BUTTON_PRESS ? "press" : "release";
        return what + " " + event.detail() + " at " + event.x() + "," + event.y();
    }

    @Test
    void aResizedDisplayIsShownCompletely() throws Exception {
        Assumptions.assumeFalse(lacks().contains(Feature.RESIZE));
        open();
        testDisplay().run("xrandr", "-s", "800x600");
        await().atMost(TIMEOUT).until(() -> listener().last().size().equals(new Rect(0, 0, 800, 600)));
        XWindow wide = new XWindow(client(), 800, 600);
        wide.fill(0x112233, new Rect(790, 590, 10, 10));
        awaitColour(0x112233, 799, 599);
        testDisplay().run("xrandr", "-s", "640x480");
        await().atMost(TIMEOUT).until(() -> listener().last().size().equals(new Rect(0, 0, WIDTH, HEIGHT)));
        wide.fill(0x445566, new Rect(10, 10, 10, 10));
        awaitColour(0x445566, 19, 19);
        assertThat(listener().losses()).isEmpty();
    }

    @Test
    void aKilledDisplayIsLostOnce() throws Exception {
        Assumptions.assumeFalse(lacks().contains(Feature.LOSS));
        Screen screen = open();
        testDisplay().kill();
        await().atMost(TIMEOUT).until(() -> !listener().losses().isEmpty());
        assertThatThrownBy(() -> screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ScreenException.class);
        screen.close();
        assertThat(listener().losses()).hasSize(1);
        assertThat(listener().losses().get(0)).hasMessageContaining("expected: ");
    }

    @Test
    void aClosedScreenDoesNotCallItsListener() throws Exception {
        Screen screen = open();
        screen.close();
        screen.close();
        assertThatThrownBy(() -> screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ScreenException.class);
        int heard = listener().count();
        window().fill(0xFF0000, new Rect(0, 0, 100, 100));
        client().sync();
        assertThat(listener().losses()).isEmpty();
        assertThat(listener().count()).isLessThanOrEqualTo(heard + 1);
        assertThat(shows(0xFF0000, 0, 0)).isFalse();
    }

    /** Cells are painted one after the other: a frame with a cell also has all earlier cells. */
    @Test
    void aSlowListenerReceivesTheNewestStateInOrder() throws Exception {
        open();
        CountDownLatch slow = new CountDownLatch(1);
        List<String> torn = Collections.synchronizedList(new ArrayList<>());
        listener().then(frame -> {
            try {
                slow.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            checkOrder(frame, torn);
        });
        int cells = 80;
        for (int i = 0; i < cells; i++) {
            window().fill(0xFFFFFF, cell(i));
        }
        int heard = listener().count();
        slow.countDown();
        Rect last = cell(cells - 1);
        awaitColour(0xFFFFFF, last.x(), last.y());
        assertThat(torn).isEmpty();
        assertThat(listener().count() - heard).isLessThanOrEqualTo(cells);
    }

    private static Rect cell(int i) {
        // Far apart, so that a screen that captures several pictures captures them at several times.
        int place = i * 37 % 1200;
        return new Rect(place % 40 * CELL, place / 40 * CELL, CELL / 2, CELL / 2);
    }

    private void checkOrder(Frame frame, List<String> torn) {
        boolean gap = false;
        for (int i = 0; i < 80; i++) {
            Rect place = cell(i);
            boolean there = isLike(frame.pixels()[place.y() * frame.width() + place.x()] & 0xFFFFFF, 0xFFFFFF);
            if (there && gap) {
                torn.add("cell " + i + " without one before it");
                return;
            }
            gap |= !there;
        }
    }

    @Test
    void invalidInputIsRefused() throws Exception {
        Screen screen = open();
        assertThatThrownBy(() -> screen.fire(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> screen.fire(List.of(pointer(-1, 0, 0)))).isInstanceOf(IllegalArgumentException.class);
    }
}
