package io.deskmeter.agent.desktop;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the programs of a session find its sound server.
 *
 * @param socket that the server listens on, once somebody hears it
 * @param cookie the secret of its clients
 */
record SoundPlace(Path socket, Path cookie) {

    /** Of the 108 bytes of {@code sockaddr_un.sun_path}, Java uses one less than a closing zero would leave. */
    static final int LONGEST_SOCKET_PATH = 106;

    /** The usual files of a session's folder. */
    static SoundPlace in(Path folder) {
        return new SoundPlace(folder.resolve("sound"), folder.resolve("sound.cookie"));
    }

    /** Whether a server can listen on its socket. */
    boolean isShort() {
        return socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET_PATH;
    }

    /** For programs that play through PulseAudio: they find this server, or none, and start none of their own. */
    Map<String, String> environment() {
        return environment("unix:" + socket);
    }

    /** The same, for a server at another address. */
    Map<String, String> environment(String address) {
        return Map.of("PULSE_SERVER", address, "PULSE_COOKIE", cookie.toString());
    }
}
