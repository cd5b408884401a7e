package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.transfer.FileHeader;
import io.deskmeter.controller.transfer.FileKind;
import io.deskmeter.controller.transfer.PartsFile;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file that a command writes for keeping: it has its name when it is complete, checked, and on the disk. Only this
 * user can read it, for what is measured is not for everybody.
 */
final class NewFile {
    private final Path file;
    private final Path part;

    private NewFile(Path file, Path part) {
        this.file = file;
        this.part = part;
    }

    /** @param option that names it */
    static NewFile of(String option, Path name) throws CommandException {
        Path file = name.toAbsolutePath().normalize();
        if (Files.exists(file)) {
            throw CommandException.input(option + ": " + name + " is there (expected: a file that is not there yet)");
        }
        Path part = file.resolveSibling(file.getFileName() + ".unchecked");
        try {
            Files.deleteIfExists(part);
            if (part.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } else {
                Files.createFile(part);
            }
        } catch (IOException e) {
            throw CommandException.input(option + ": " + name + ": " + FaultText.reason(e)
                    + " (expected: a file in a folder that is there, and that this user may write)");
        }
        return new NewFile(file, part);
    }

    /** Writes content. */
    interface Content {
        void to(Path part) throws CommandException, InterruptedException;
    }

    /** Looks at what a file that is complete says of itself. */
    interface Check {
        /**
         * Looks at a file.
         *
         * @throws CommandException if it is not to be kept
         */
        void of(FileHeader header) throws CommandException;
    }

    /** Writes a file that is kept whatever it says of itself. */
    void write(FileKind kind, Content content) throws CommandException, InterruptedException {
        write(kind, content, header -> {});
    }

    /** Writes and checks the content, forces it to the disk and gives it its name; nothing is left if that fails. */
    void write(FileKind kind, Content content, Check check) throws CommandException, InterruptedException {
        boolean complete = false;
        try {
            content.to(part);
            check.of(PartsFile.check(part, file.toString(), kind, Long.MAX_VALUE, Integer.MAX_VALUE)
                    .header());
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            complete = true;
        } catch (IOException e) {
            throw CommandException.failed(FaultText.message(e));
        } finally {
            if (!complete) {
                remove();
            }
        }
    }

    private void remove() throws CommandException {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw CommandException.failed(
                    part + ": " + FaultText.reason(e) + " (expected: a folder this user may write)");
        }
    }
}
