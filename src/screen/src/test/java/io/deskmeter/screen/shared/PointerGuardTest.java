package io.deskmeter.screen.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.ScreenException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointerGuardTest {
    private final PointerGuard guard = new PointerGuard();

    @Test
    void aPlaceThatADesktopDoesNotHaveAnyMoreIsRefused() throws Exception {
        guard.desktopIs(1280, 4800);
        List<InputEvent> click =
                List.of(new Pointer(700, 4000, 0), new Pointer(700, 4000, 1), new Pointer(700, 4000, 0));
        assertThat(guard.admit(click)).isEqualTo(click);
        guard.desktopIs(1280, 800);
        assertThatThrownBy(() -> guard.admit(click))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("pointer to 700,4000 (expected: on the desktop of 1280x800");
    }

    @Test
    void aButtonThatIsHeldIsReleasedAtTheNearestPlace() throws Exception {
        guard.desktopIs(1280, 800);
        guard.admit(List.of(new Pointer(1270, 700, 1)));
        guard.desktopIs(1024, 768);
        assertThat(guard.admit(List.of(new Pointer(1270, 700, 0)))).containsExactly(new Pointer(1023, 700, 0));
        assertThatThrownBy(() -> guard.admit(List.of(new Pointer(1270, 700, 0))))
                .isInstanceOf(ScreenException.class);
    }

    @Test
    void keysAndDesktopsOfUnknownSizeAreNotConcerned() throws Exception {
        List<InputEvent> far = List.of(new Pointer(5000, 5000, 0));
        assertThat(guard.admit(far)).isEqualTo(far);
        guard.desktopIs(640, 480);
        List<InputEvent> key = List.of(new InputEvent.Key('a', true));
        assertThat(guard.admit(key)).isEqualTo(key);
    }
}
