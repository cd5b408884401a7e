package io.deskmeter.testkit.rdsh;

import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the files, users and processes of testbeds whose owner was killed; those of running owners are kept. */
final class OrphanCleanup {
    /** The file in a testbed's folder that names its owner. */
    static final String OWNER = "owner";

    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleanup.class);

    private OrphanCleanup() {}

    /** @param parent in which the folders of testbeds lie */
    static void sweep(Path parent, UnixUsers accounts) throws ProgramException, IOException {
        for (Map.Entry<String, Owner> user : UnixUsers.owned().entrySet()) {
            if (!user.getValue().lives()) {
                LOG.info("user {} of a testbed that was killed ({}) is removed", user.getKey(), user.getValue());
                endProcesses(user.getValue());
                accounts.remove(user.getKey());
            }
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, XrdpServer.FOLDER_PREFIX + "*")) {
            for (Path folder : folders) {
                Optional<Owner> owner = ownerOf(folder);
                if (owner.isPresent() && !owner.get().lives()) {
                    endProcesses(owner.get());
                    PrivateFolder.remove(folder);
                }
            }
        }
    }

    private static Optional<Owner> ownerOf(Path folder) throws IOException {
        try {
            return Owner.parse(Files.readString(folder.resolve(OWNER)));
        } catch (NoSuchFileException justBeingMade) {
            return Optional.empty();
        }
    }

    private static void endProcesses(Owner owner) {
        Processes.end(Owner.VARIABLE + "=" + owner.mark(), Duration.ZERO);
    }
}
