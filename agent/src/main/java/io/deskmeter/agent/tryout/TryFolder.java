package io.deskmeter.agent.tryout;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.FolderHeldException;
import io.deskmeter.agent.platform.Platform;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the state folder of a command that people may run several times at once. It is one of a few fixed folders and
 * not a new one each time, because opening a folder ends what a killed command has left running there.
 */
final class TryFolder {
    /** More commands at once than a machine has room for. */
    private static final int MOST = 64;

    /** Opens what stands on a state folder. */
    @FunctionalInterface
    interface Opener<T> {
        T open(Path folder) throws DesktopException;
    }

    private TryFolder() {}

    /**
     * Opens the folder that the user has named, or else the first one of {@code name}, {@code name-2}, {@code name-3},
     * and so on that no other program holds.
     *
     * @throws DesktopException if the folder cannot be used, or another program holds the one that is named
     */
    static <T> T open(Platform platform, @Nullable Path named, String name, Opener<T> opener) throws DesktopException {
        if (named != null) {
            return opener.open(named);
        }
        for (int i = 1; ; i++) {
            try {
                return opener.open(platform.stateFolder(i == 1 ? name : name + "-" + i));
            } catch (FolderHeldException e) {
                if (i == MOST) {
                    throw e;
                }
            }
        }
    }
}
