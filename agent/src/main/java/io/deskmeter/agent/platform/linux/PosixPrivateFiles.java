package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.link.access.PrivateFolders;
import io.deskmeter.screen.program.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** By permissions: {@code rwx------}. */
final class PosixPrivateFiles implements PrivateFiles {
    @Override
    public Path provideFolder(Path folder, String... marks) throws IOException {
        return PrivateFolders.provide(folder, marks);
    }

    @Override
    public Path createFolder(Path folder) throws IOException {
        return PrivateFolder.create(folder);
    }

    /** Of root, whose umask decides whether others can read it. */
    @Override
    public Path provideMachineFolder(Path folder, boolean readable) throws IOException {
        return readable ? Files.createDirectories(folder) : PrivateFolders.provide(folder);
    }

    /** Nobody but root can put something into {@code /var/lib}. */
    @Override
    public void requireMachineFolder(Path folder) {}

    /** Permissions are those with which a file is created. */
    @Override
    public void hideFromReaders(Path file) {}

    /** Programs of the machine are where packages put them. */
    @Override
    public Set<String> othersWhoChange(Path file) {
        return Set.of();
    }
}
