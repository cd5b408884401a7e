package io.deskmeter.controller.cli;

import io.deskmeter.controller.accounts.AccountStore.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A set of accounts that is named on the command line.
 *
 * @param name by which a profile refers to it: the file's, without its ending
 */
record AccountsFile(Path file, String name, Form form) {

    static AccountsFile of(Path file) throws CommandException {
        String name = String.valueOf(file.getFileName());
        boolean csv = name.endsWith(".csv");
        if (!csv && !name.endsWith(".yaml")) {
            throw CommandException.input("accounts: " + file + " (expected: a file NAME.yaml or NAME.csv)");
        }
        return new AccountsFile(file, name.substring(0, name.lastIndexOf('.')), csv ? Form.CSV : Form.YAML);
    }

    byte[] read() throws CommandException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw CommandException.input("accounts: " + file + " cannot be read: " + e);
        }
    }
}
