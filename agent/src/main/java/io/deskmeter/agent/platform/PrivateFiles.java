package io.deskmeter.agent.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Folders that only this user can enter, and administrators of the machine, and folders of the machine. What is created
 * in them is as private. Thread-safe.
 */
public interface PrivateFiles {
    /**
     * Creates a folder with its parents, or uses an existing one. If others can enter an existing folder, their
     * permissions are removed if it is empty or was created by this program before; otherwise it is refused, because
     * its files may be meant for others.
     *
     * @param marks files of which a folder of this program has at least one
     * @return the folder
     * @throws IOException if it cannot be created, belongs to another user or contains files that may be meant for
     *     others
     */
    Path provideFolder(Path folder, String... marks) throws IOException;

    /**
     * Creates a folder with exactly this name.
     *
     * @throws IOException if it exists or cannot be created
     */
    Path createFolder(Path folder) throws IOException;

    /**
     * Creates a folder that only administrators of the machine can change, or uses an existing one; the folder above
     * it, too, which must be this program's own. What is created in it is as safe.
     *
     * @param folder one of {@link Platform#machineFolder}
     * @param readable whether all users can read what is in it
     * @return the folder
     * @throws IOException if it cannot be created, or others could have put something there
     */
    Path provideMachineFolder(Path folder, boolean readable) throws IOException;

    /**
     * Refuses a folder in which others than administrators of the machine could have put something, itself for example:
     * what this program finds there, it does with the rights of an administrator. Changes nothing.
     *
     * @param folder one of {@link Platform#machineFolder}; one that is missing is not an error
     * @throws IOException if others could; the message is for display
     */
    void requireMachineFolder(Path folder) throws IOException;

    /** Leaves a file of a machine's folder to those who may change it; nothing where it is created so. */
    void hideFromReaders(Path file) throws IOException;

    /**
     * Who else than administrators of the machine and this user can change files that are there, names for display.
     *
     * @param file or folder; nobody can change one that is missing
     */
    Set<String> othersWhoChange(Path file) throws IOException;
}
