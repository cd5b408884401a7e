package io.deskmeter.e2e;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A copy of the desktop agent that plain users can run, who may not enter the folder of a root's clone. */
final class ProgramForUsers {
    /** What the launcher of a tree reads beside itself. */
    static final String LAUNCHER_OF_A_TREE = "src/package/launcher-tree.sh";

    private final Path home;
    private final String options;

    private ProgramForUsers(Path home, String options) {
        this.home = home;
        this.options = options;
    }

    /**
     * Copies it. The secret of desktop agents lies where users can read it; the others do not.
     *
     * @param folder of the controller; all may enter it then
     */
    static ProgramForUsers copy(Path folder, ControllerProgram controller) throws IOException {
        return copy(folder, " --controller " + controller.link());
    }

    /** @param connection options of the agent that say where and who the controller is */
    static ProgramForUsers copy(Path folder, String connection) throws IOException {
        Path home = Files.createDirectory(folder.resolve("program"));
        copy(Program.HOME.resolve("deskmeter"), home.resolve("deskmeter"));
        for (String part : List.of(
                LAUNCHER_OF_A_TREE, "agent/target/deskmeter-agent.jar", "agent/target/lib", "agent/desktop-jvm.args")) {
            copy(Program.HOME.resolve(part), home.resolve(part));
        }
        Path token = home.resolve(TokenRole.DESKTOP.file());
        copy(Path.of(DataFolder.below(folder).token(TokenRole.DESKTOP)), token);
        for (Path up = folder; up.startsWith("/tmp") && up.getNameCount() > 1; up = up.getParent()) {
            Files.setPosixFilePermissions(up, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return new ProgramForUsers(home, connection + " --token-file " + token);
    }

    /** The command that starts the desktop agent in a session. */
    String desktopAgent() {
        return "DESKMETER_READY=yes " + home.resolve("deskmeter") + " agent desktop" + options;
    }

    /** A program of the shell beside it. */
    Path script(String name, String text) throws IOException {
        Path script = Files.writeString(home.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes facts) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(entered).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
                Path target = file.equals(from)
                        ? to
                        : to.resolve(from.relativize(file).toString());
                Files.copy(file, target);
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
