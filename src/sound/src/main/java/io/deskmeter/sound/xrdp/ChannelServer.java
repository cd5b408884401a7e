package io.deskmeter.sound.xrdp;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What an xrdp session tells its programs of its channel server. */
public final class ChannelServer {
    private static final String FOLDER = "XRDP_SOCKET_PATH";
    private static final String SOCKET = "XRDP_PULSE_SINK_SOCKET";

    private ChannelServer() {}

    /**
     * The socket that takes sound; empty in sessions of another kind. It exists as long as the client wants sound and
     * no other program writes to it.
     *
     * @param environment of the session
     */
    public static Optional<Path> soundSocket(Map<String, String> environment) {
        String folder = environment.getOrDefault(FOLDER, "");
        String name = environment.getOrDefault(SOCKET, "");
        return folder.isEmpty() || name.isEmpty() ? Optional.empty() : Optional.of(Path.of(folder, name));
    }
}
