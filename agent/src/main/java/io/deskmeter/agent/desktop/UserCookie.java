package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.pulse.SoundCookie;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The secret that a user's PulseAudio clients show, also from other machines, which have a copy. */
final class UserCookie {
    private UserCookie() {}

    /** @param environment in which PulseAudio's libraries would look for it */
    static SoundCookie read(Map<String, String> environment) throws SoundException {
        Path file = file(environment);
        try {
            return SoundCookie.read(file);
        } catch (IOException e) {
            throw new SoundException(
                    "sound server: the cookie of this user's sound cannot be read: " + FaultText.reason(e)
                            + " (expected: " + SoundCookie.BYTES
                            + " bytes in " + file + "; hint: head -c " + SoundCookie.BYTES
                            + " /dev/urandom writes one; copy it to the desktops, where PULSE_COOKIE names it)",
                    e);
        }
    }

    private static Path file(Map<String, String> environment) {
        String named = environment.getOrDefault("PULSE_COOKIE", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path folder = configuration.isEmpty() ? Path.of(home, ".config") : Path.of(configuration);
        return folder.resolve("pulse/cookie");
    }
}
