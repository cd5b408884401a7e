package io.deskmeter.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnrollingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    /** As root, of another user than the files; without those rights, only the call itself is seen. */
    private Path folderOfTheAgent() throws IOException {
        Path folder = Files.createDirectory(root.resolve("agent"));
        if (System.getProperty("user.name").equals("root")) {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        }
        return folder;
    }

    @Test
    void theIdentityBelongsToTheUserOfItsFolder() throws IOException {
        Path folder = folderOfTheAgent();
        Path identity = Files.createFile(folder.resolve("identity.pem"));
        LinuxSetup.giveToOwnerOfFolder(identity);
        assertThat(Files.getOwner(identity)).isEqualTo(Files.getOwner(folder));
        LinuxSetup.giveToOwnerOfFolder(folder.resolve("absent.pem"));
    }

    /** Once the agent's user got any file of the machine by a link in its folder. */
    @Test
    void whatALinkInThatFolderLeadsToBelongsToWhomItDid() throws IOException {
        Path folder = folderOfTheAgent();
        Path secret = Files.writeString(root.resolve("shadow"), "secret");
        UserPrincipal before = Files.getOwner(secret);
        Path link = Files.createSymbolicLink(folder.resolve("identity.pem"), secret);
        LinuxSetup.giveToOwnerOfFolder(link);
        assertThat(Files.getOwner(secret)).isEqualTo(before);
        assertThat(Files.getOwner(link, LinkOption.NOFOLLOW_LINKS)).isEqualTo(Files.getOwner(folder));
    }
}
