package io.deskmeter.controller.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Run profiles that are named on the command line. */
final class ProfileFile {
    private ProfileFile() {}

    static HeadlessRun.Document read(Path profile) throws CommandException {
        try {
            return new HeadlessRun.Document(profile.toString(), Files.readString(profile));
        } catch (NoSuchFileException e) {
            throw CommandException.input("profile: " + profile + " (expected: a file that exists)");
        } catch (IOException e) {
            throw CommandException.input(
                    "profile: " + profile + " cannot be read: " + e + " (expected: a YAML file in UTF-8)");
        }
    }
}
