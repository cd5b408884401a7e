package io.deskmeter.agent.platform;

import io.deskmeter.agent.platform.linux.LinuxPlatform;
import io.deskmeter.agent.platform.windows.WindowsPlatform;
import java.util.Locale;

/** Chooses the platform; called by the main classes of programs only. */
public final class Platforms {
    private Platforms() {}

    /**
     * The platform of this machine.
     *
     * @throws IllegalArgumentException if it is not supported
     */
    public static Platform here() {
        String system = System.getProperty("os.name", "");
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return new WindowsPlatform(System.getenv());
        }
        if (name.startsWith("linux")) {
            return new LinuxPlatform();
        }
        throw new IllegalArgumentException("operating system: " + system + " (expected: Linux or Windows)");
    }
}
