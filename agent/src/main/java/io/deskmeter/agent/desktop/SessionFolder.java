package io.deskmeter.agent.desktop;

import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.XServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a session, in one folder that only the agent's user can enter. */
record SessionFolder(Path root) {
    static SessionFolder at(Path root) {
        return new SessionFolder(root);
    }

    static SessionFolder create(Path root) throws IOException, DesktopException {
        SessionFolder folder = new SessionFolder(root);
        Path longest = folder.sound().socket();
        if (!folder.sound().isShort()) {
            throw new DesktopException("state folder: the Unix socket " + longest + " would have a path of "
                    + longest.toString().getBytes(StandardCharsets.UTF_8).length + " bytes (expected: <= "
                    + SoundPlace.LONGEST_SOCKET_PATH + "; hint: a shorter state folder)");
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

    /** The password file of the server's port. */
    Path rfbPassword() {
        return root.resolve("rfb.password");
    }

    SoundPlace sound() {
        return SoundPlace.in(root);
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

    /** Created when the window manager is ready. */
    Path windowManagerReady() {
        return root.resolve("openbox.ready");
    }

    /** Xvnc writes the number of its display here. */
    Path display() {
        return root.resolve("display");
    }

    /** Removes the folder and the files that the X server may have left; call this when the server has ended. */
    void remove() throws IOException {
        XServer.release(display());
        PrivateFolder.remove(root);
    }
}
