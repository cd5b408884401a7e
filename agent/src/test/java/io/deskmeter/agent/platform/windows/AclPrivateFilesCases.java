package io.deskmeter.agent.platform.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.platform.win32.Advapi32Util;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AclPrivateFilesCases {
    private static final String SYSTEM = Advapi32Util.getAccountBySid("S-1-5-18").fqn;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final AclPrivateFiles files = new AclPrivateFiles();

    private static AclFileAttributeView view(Path file) {
        return Files.getFileAttributeView(file, AclFileAttributeView.class);
    }

    /** Who is allowed anything, but for the system, whom Wine always names together with the owner. */
    private static Set<String> allowed(Path file) throws IOException {
        return view(file).getAcl().stream()
                .filter(entry -> entry.type() == AclEntryType.ALLOW
                        && !entry.permissions().isEmpty())
                .map(entry -> entry.principal().getName())
                .filter(name -> !name.equals(SYSTEM))
                .collect(Collectors.toSet());
    }

    private static String owner(Path file) throws IOException {
        return Files.getOwner(file).getName();
    }

    /** As a folder that everybody may enter. */
    private Path open(String name) throws IOException {
        Path open = Files.createDirectory(folder.resolve(name));
        UserPrincipal everyone =
                open.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName("Everyone");
        List<AclEntry> entries = new ArrayList<>(view(open).getAcl());
        entries.add(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(everyone)
                .setPermissions(EnumSet.of(
                        AclEntryPermission.READ_DATA, AclEntryPermission.EXECUTE, AclEntryPermission.READ_ACL))
                .build());
        view(open).setAcl(entries);
        assertThat(allowed(open)).hasSizeGreaterThan(1);
        return open;
    }

    @Test
    void aNewFolderIsItsOwnersAlone() throws IOException {
        Path made = files.provideFolder(folder.resolve("a").resolve("b"), "mark");
        assertThat(allowed(made)).containsExactly(owner(made));
        Path exact = files.createFolder(made.resolve("c"));
        assertThat(allowed(exact)).containsExactly(owner(exact));
        assertThatThrownBy(() -> files.createFolder(exact)).isInstanceOf(FileAlreadyExistsException.class);
        Path file = Files.writeString(exact.resolve("file"), "text");
        assertThat(file).hasContent("text");
    }

    @Test
    void anEmptyFolderAndAFormerOneOfOursAreClosed() throws IOException {
        assertThat(allowed(files.provideFolder(open("empty"), "mark"))).hasSize(1);
        Path former = open("former");
        Files.writeString(former.resolve("second"), "");
        assertThat(allowed(files.provideFolder(former, "first", "second"))).hasSize(1);
        assertThat(files.provideFolder(former, "first", "second")).isEqualTo(former);
    }

    @Test
    void aFolderWithFilesOfOthersIsRefusedAndLeftAsItIs() throws IOException {
        Path others = open("others");
        Files.writeString(others.resolve("file"), "");
        Set<String> before = allowed(others);
        assertThatThrownBy(() -> files.provideFolder(others, "mark"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(others + " can be entered by")
                .hasMessageContaining("Everyone");
        assertThat(allowed(others)).isEqualTo(before);
    }

    /** As a folder in which everybody may create something. */
    private static void openForWriting(Path folder) throws IOException {
        UserPrincipal everyone =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName("Everyone");
        List<AclEntry> entries = new ArrayList<>(view(folder).getAcl());
        entries.add(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(everyone)
                .setPermissions(EnumSet.of(
                        AclEntryPermission.READ_DATA,
                        AclEntryPermission.WRITE_DATA,
                        AclEntryPermission.APPEND_DATA,
                        AclEntryPermission.EXECUTE,
                        AclEntryPermission.READ_ACL))
                .build());
        view(folder).setAcl(entries);
    }

    @Test
    void aFolderOfTheMachineIsUsedOnlyWhereNobodyElseCanHavePutSomething() throws IOException {
        Path machine = folder.resolve("machine").resolve("setup");
        files.requireMachineFolder(machine);
        assertThat(machine).doesNotExist();
        assertThat(files.provideMachineFolder(machine, true)).isDirectory();
        files.requireMachineFolder(machine);
        assertThat(files.othersWhoChange(machine)).isEmpty();

        openForWriting(machine);
        assertThat(files.othersWhoChange(machine)).containsExactly("Everyone");
        assertThatThrownBy(() -> files.requireMachineFolder(machine))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(machine + " can be changed by [Everyone]");
        Files.writeString(machine.resolve("journal.jsonl"), "");
        assertThatThrownBy(() -> files.provideMachineFolder(machine, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(machine + " can be changed by [Everyone]");
        Files.delete(machine.resolve("journal.jsonl"));
        files.provideMachineFolder(machine, true);
        assertThat(files.othersWhoChange(machine)).isEmpty();
    }
}
