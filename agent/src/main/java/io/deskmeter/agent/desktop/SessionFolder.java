package io.deskmeter.agent.desktop;

import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.XServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a session keeps on disk, all in one folder that only the agent's user can enter. */
record SessionFolder(Path root) {
    /** A Unix socket's path and its closing zero must fit in the 108 bytes of {@code sockaddr_un.sun_path}. */
    private static final int LONGEST_SOCKET_PATH = 107;

    static SessionFolder at(Path root) {
        return new SessionFolder(root);
    }

    static SessionFolder create(Path root) throws IOException, DesktopException {
        SessionFolder folder = new SessionFolder(root);
        int length = folder.rfbSocket().toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_SOCKET_PATH) {
            throw new DesktopException("state folder: the Unix socket " + folder.rfbSocket() + " would have a path of "
                    + length + " bytes (expected: <= " + LONGEST_SOCKET_PATH + "; hint: a shorter state folder)");
        }
        Files.createDirectories(root.getParent());
        for (Path made : new Path[] {root, folder.home(), folder.runtime(), folder.temporary(), folder.logs()}) {
            PrivateFolder.create(made);
        }
        return folder;
    }

    Path rfbSocket() {
        return root.resolve("rfb");
    }

    /** What the server keeps of the password of its port. */
    Path rfbPassword() {
        return root.resolve("rfb.password");
    }

    Path home() {
        return root.resolve("home");
    }

    Path runtime() {
        return root.resolve("run");
    }

    Path temporary() {
        return root.resolve("tmp");
    }

    Path logs() {
        return root.resolve("log");
    }

    Path authority() {
        return root.resolve("Xauthority");
    }

    Path windowManagerConfiguration() {
        return root.resolve("openbox.xml");
    }

    /** Appears when the window manager is ready. */
    Path windowManagerReady() {
        return root.resolve("openbox.ready");
    }

    /** Xvnc writes the number of its display here. */
    Path display() {
        return root.resolve("display");
    }

    /** Removes the folder and what the X server may have left of its display; call when the server is gone. */
    void remove() throws IOException {
        XServer.release(display());
        PrivateFolder.remove(root);
    }
}
