package io.deskmeter.screen.x11;

import io.deskmeter.screen.x11.wire.DisplayName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The address of an X display, and its authority file.
 *
 * @param display such as {@code :1}, {@code :1.0} or {@code host:1}
 * @param authority file with the display's cookie, as xauth(1) writes it; null if the display asks for none
 */
public record X11Target(String display, @Nullable Path authority) {
    /** Throws {@link IllegalArgumentException} for an invalid display name. */
    public X11Target {
        DisplayName.of(display);
    }

    /**
     * The display of these variables: {@code DISPLAY}, and {@code XAUTHORITY} or else {@code .Xauthority} in
     * {@code HOME}.
     *
     * @throws IllegalArgumentException if they name no display
     */
    public static X11Target of(Map<String, String> environment) {
        String display = environment.get("DISPLAY");
        if (display == null || display.isEmpty()) {
            String wayland = environment.get("WAYLAND_DISPLAY");
            throw new IllegalArgumentException("DISPLAY: not set (expected: an X display such as :0; "
                    + (wayland == null
                            ? "hint: is there a desktop session here?)"
                            : "hint: this is a Wayland session, " + wayland + ", which is not an X display)"));
        }
        String named = environment.get("XAUTHORITY");
        Path file = named != null && !named.isEmpty()
                ? Path.of(named)
                : Path.of(environment.getOrDefault("HOME", "/"), ".Xauthority");
        return new X11Target(display, Files.exists(file) ? file : null);
    }

    DisplayName name() {
        return DisplayName.of(display);
    }

    @Override
    public String toString() {
        return "display " + display;
    }
}
