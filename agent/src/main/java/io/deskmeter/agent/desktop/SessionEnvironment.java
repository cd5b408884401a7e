package io.deskmeter.agent.desktop;

import io.deskmeter.screen.program.SearchPath;
import java.util.Map;
import java.util.TreeMap;

/**
 * The complete environment of a session's processes: they inherit only the PATH of the agent.
 *
 * @param folder the session's
 * @param path value of PATH
 * @param marker {@code name=value} that identifies the session's processes
 */
record SessionEnvironment(SessionFolder folder, SearchPath path, String marker) {

    /** Before there is a display. */
    Map<String, String> base() {
        Map<String, String> environment = new TreeMap<>();
        String user = System.getProperty("user.name", "user");
        environment.put("PATH", path.value());
        environment.put("HOME", folder.home().toString());
        environment.put("USER", user);
        environment.put("LOGNAME", user);
        environment.put("SHELL", "/bin/sh");
        environment.put("LANG", "C.UTF-8");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TMPDIR", folder.temporary().toString());
        environment.put("XAUTHORITY", folder.authority().toString());
        environment.put("XDG_RUNTIME_DIR", folder.runtime().toString());
        environment.put("XDG_CONFIG_HOME", folder.home().resolve(".config").toString());
        environment.put("XDG_CACHE_HOME", folder.home().resolve(".cache").toString());
        environment.put("XDG_DATA_HOME", folder.home().resolve(".local/share").toString());
        environment.put("XDG_STATE_HOME", folder.home().resolve(".local/state").toString());
        environment.putAll(folder.sound().environment());
        put(environment, marker);
        return environment;
    }

    /** With the display's number. */
    Map<String, String> on(int display) {
        Map<String, String> environment = base();
        environment.put("DISPLAY", ":" + display);
        return environment;
    }

    static void put(Map<String, String> environment, String entry) {
        int equals = entry.indexOf('=');
        environment.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
}
