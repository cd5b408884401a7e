package io.deskmeter.agent.platform.windows;

import com.sun.jna.Native;
import com.sun.jna.platform.win32.Advapi32;
import com.sun.jna.platform.win32.Advapi32Util;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.platform.win32.WinNT.HANDLEByReference;
import io.deskmeter.agent.platform.PrivateFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * By access control lists. A folder that is created lists its owner alone, and what is created in it inherits that. An
 * existing folder may also list the system and the administrators, who can take any file anyway, as the folders of a
 * user's profile do.
 */
final class AclPrivateFiles implements PrivateFiles {
    private static final String EXPECTED = " (expected: a folder that only this user can enter)";

    /** LocalSystem, and the group of administrators. */
    private static final List<String> MASTERS = List.of("S-1-5-18", "S-1-5-32-544");

    /** The group of all users of the machine. */
    private static final String USERS = "S-1-5-32-545";

    /** To whom the programs of the system belong; its name is the same in all languages. */
    private static final String INSTALLER = "NT SERVICE\\TrustedInstaller";

    private static final Set<AclEntryPermission> READS = EnumSet.of(
            AclEntryPermission.READ_DATA,
            AclEntryPermission.EXECUTE,
            AclEntryPermission.READ_ATTRIBUTES,
            AclEntryPermission.READ_NAMED_ATTRS,
            AclEntryPermission.READ_ACL,
            AclEntryPermission.SYNCHRONIZE);

    private static final Set<AclEntryPermission> CHANGES = EnumSet.complementOf(EnumSet.copyOf(READS));

    @Override
    public Path provideFolder(Path folder, String... marks) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        if (!Files.exists(root)) {
            Path parent = root.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            return createFolder(root);
        }
        if (Files.isDirectory(root)) {
            take(root, List.of(marks));
        }
        return root;
    }

    @Override
    public Path createFolder(Path folder) throws IOException {
        Path made = Files.createDirectory(folder);
        close(made);
        return made;
    }

    @Override
    public Path provideMachineFolder(Path folder, boolean readable) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        Path above = root.getParent();
        if (above == null || above.getParent() == null) {
            throw new IOException(root + " (expected: a folder in a folder of this program)");
        }
        // Who may change the one above could put another folder in the place of this one.
        Files.createDirectories(above.getParent());
        provideOfAdministrators(above, true);
        return provideOfAdministrators(root, readable);
    }

    private static Path provideOfAdministrators(Path folder, boolean readable) throws IOException {
        boolean exists = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
        if (exists) {
            requireOfAdministrators(folder, isEmpty(folder));
        } else {
            Files.createDirectory(folder);
        }
        List<AclEntry> list = new ArrayList<>();
        for (String sid : MASTERS) {
            list.add(inherited(folder, sid, EnumSet.allOf(AclEntryPermission.class)));
        }
        if (readable) {
            list.add(inherited(folder, USERS, READS));
        }
        view(folder).setAcl(list);
        // Somebody may have put a link in its place meanwhile.
        requireNoLink(folder);
        Set<String> others = others(folder, us(folder), CHANGES);
        if (!others.isEmpty()) {
            throw new IOException(
                    folder + " can still be changed by " + others
                            + " (expected: by administrators only; is its file system one with access control lists, such as NTFS?)");
        }
        if (!exists && !isEmpty(folder)) {
            throw new IOException(folder + " is not empty, though it was just created"
                    + " (expected: nothing of others in it; hint: look what is in it, and remove it)");
        }
        return folder;
    }

    @Override
    public void requireMachineFolder(Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        Path above = root.getParent();
        if (above != null && Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            requireOfAdministrators(above, false);
            requireOfAdministrators(root, false);
        }
    }

    /** @param changeable whether others may change it, as where nothing of them is in it yet */
    private static void requireOfAdministrators(Path folder, boolean changeable) throws IOException {
        requireNoLink(folder);
        String owner = Files.getOwner(folder).getName();
        if (!owner.equals(us(folder).getName()) && !masters().contains(owner)) {
            throw new IOException(folder + " belongs to " + owner
                    + " (expected: the administrators; hint: look what is in it, and remove it)");
        }
        Set<String> others = others(folder, us(folder), CHANGES);
        if (!others.isEmpty() && !changeable) {
            throw new IOException(folder + " can be changed by " + others
                    + " (expected: by administrators only; hint: look what is in it, and remove it)");
        }
    }

    /**
     * All users may create folders, and junctions, where that of this program is; rights are then those of a target.
     */
    private static void requireNoLink(Path folder) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink() || attributes.isOther() || !attributes.isDirectory()) {
            throw new IOException(folder + " is a link, a junction or no folder"
                    + " (expected: a folder of the administrators; hint: look where it leads, and remove it)");
        }
    }

    @Override
    public void hideFromReaders(Path file) throws IOException {
        view(file)
                .setAcl(view(file).getAcl().stream()
                        .filter(entry -> entry.permissions().contains(AclEntryPermission.WRITE_DATA))
                        .map(entry -> AclEntry.newBuilder(entry).setFlags().build())
                        .toList());
    }

    @Override
    public Set<String> othersWhoChange(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Set.of();
        }
        Set<String> others = others(
                view(file).getAcl().stream()
                        .filter(entry -> !entry.flags().contains(AclEntryFlag.INHERIT_ONLY))
                        .toList(),
                us(file),
                CHANGES);
        others.remove(INSTALLER);
        return others;
    }

    private static AclEntry inherited(Path folder, String sid, Set<AclEntryPermission> permissions) throws IOException {
        return AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(folder.getFileSystem()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(Advapi32Util.getAccountBySid(sid).fqn))
                .setPermissions(permissions)
                .setFlags(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT)
                .build();
    }

    private static void take(Path root, List<String> marks) throws IOException {
        UserPrincipal owner = Files.getOwner(root);
        UserPrincipal us = us(root);
        if (!owner.equals(us) && !masters().contains(owner.getName())) {
            throw new IOException(root + " belongs to " + owner.getName() + EXPECTED);
        }
        Set<String> others = others(root, us);
        if (others.isEmpty()) {
            return;
        }
        boolean ours = marks.stream().anyMatch(mark -> Files.exists(root.resolve(mark)));
        if (!ours && !isEmpty(root)) {
            throw new IOException(root + " can be entered by " + others + EXPECTED
                    + "; it holds files of others: remove their permissions, or name one of its own");
        }
        close(root);
    }

    /** Replaces the list, also what is inherited, and checks that this is what the file system has kept. */
    private static void close(Path folder) throws IOException {
        UserPrincipal us = us(folder);
        AclEntry all = AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(us)
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .setFlags(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT)
                .build();
        view(folder).setAcl(List.of(all));
        Set<String> others = others(folder, us);
        if (!others.isEmpty()) {
            throw new IOException(folder + " can still be entered by " + others + EXPECTED
                    + "; is its file system one with access control lists, such as NTFS?");
        }
    }

    /** Who else has any permission. */
    private static Set<String> others(Path folder, UserPrincipal us) throws IOException {
        return others(folder, us, EnumSet.allOf(AclEntryPermission.class));
    }

    /** Who else has any of these permissions. */
    private static Set<String> others(Path folder, UserPrincipal us, Set<AclEntryPermission> which) throws IOException {
        return others(view(folder).getAcl(), us, which);
    }

    private static Set<String> others(List<AclEntry> list, UserPrincipal us, Set<AclEntryPermission> which) {
        Set<String> masters = masters();
        Set<String> others = new TreeSet<>();
        for (AclEntry entry : list) {
            String name = entry.principal().getName();
            if (entry.type() == AclEntryType.ALLOW
                    && entry.permissions().stream().anyMatch(which::contains)
                    && !entry.principal().equals(us)
                    && !masters.contains(name)) {
                others.add(name);
            }
        }
        return others;
    }

    /** Their names depend on the language of the system. */
    private static Set<String> masters() {
        Set<String> names = new TreeSet<>();
        MASTERS.forEach(sid -> names.add(Advapi32Util.getAccountBySid(sid).fqn));
        return names;
    }

    private static AclFileAttributeView view(Path folder) throws IOException {
        AclFileAttributeView view = Files.getFileAttributeView(folder, AclFileAttributeView.class);
        if (view == null) {
            throw new IOException(folder + ": its file system has no access control lists (expected: NTFS)");
        }
        return view;
    }

    /** The user of this process; the owner of a new file may be the group of administrators instead. */
    private static UserPrincipal us(Path folder) throws IOException {
        return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(account());
    }

    private static String account() throws IOException {
        HANDLEByReference token = new HANDLEByReference();
        HANDLE process = Kernel32.INSTANCE.GetCurrentProcess();
        if (!Advapi32.INSTANCE.OpenProcessToken(process, WinNT.TOKEN_QUERY, token)) {
            throw new IOException("this process's user is not known: error " + Native.getLastError());
        }
        try {
            return Advapi32Util.getTokenAccount(token.getValue()).fqn;
        } finally {
            Kernel32.INSTANCE.CloseHandle(token.getValue());
        }
    }

    private static boolean isEmpty(Path root) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            return !entries.iterator().hasNext();
        }
    }
}
