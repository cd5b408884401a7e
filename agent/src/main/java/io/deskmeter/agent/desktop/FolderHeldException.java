package io.deskmeter.agent.desktop;

import java.nio.file.Path;

/** Another program uses a state folder. */
public final class FolderHeldException extends DesktopException {
    private static final long serialVersionUID = 1L;

    FolderHeldException(Path folder) {
        super("state folder: " + folder + " is held by another agent (expected: one folder for each agent; hint: stop"
                + " the other one or choose another folder)");
    }
}
