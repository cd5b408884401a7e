package io.deskmeter.agent.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.pulse.SoundCookie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCookieTest {
    @TempDir
    Path folder;

    private Path cookie(String place) throws IOException {
        Path file = folder.resolve(place);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[SoundCookie.BYTES]);
    }

    @Test
    void itLiesWherePulseAudioLooks() throws Exception {
        Map<String, String> home = Map.of("HOME", folder.toString());
        assertThatThrownBy(() -> UserCookie.read(home))
                .isInstanceOf(SoundException.class)
                .hasMessageContaining("256 bytes in " + folder.resolve(".config/pulse/cookie"))
                .hasMessageContaining("hint: head -c 256");
        cookie(".config/pulse/cookie");
        assertThat(UserCookie.read(home)).isNotNull();
        cookie("other/pulse/cookie");
        assertThat(UserCookie.read(Map.of(
                        "HOME",
                        "/nowhere",
                        "XDG_CONFIG_HOME",
                        folder.resolve("other").toString())))
                .isNotNull();
        assertThat(UserCookie.read(Map.of(
                        "HOME", "/nowhere", "PULSE_COOKIE", cookie("named").toString())))
                .isNotNull();
    }

    @Test
    void oneOfAnotherLengthIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("short"), new byte[16]);
        assertThatThrownBy(() -> UserCookie.read(Map.of("PULSE_COOKIE", file.toString())))
                .isInstanceOf(SoundException.class)
                .hasMessageContaining("16 bytes in " + file);
    }
}
