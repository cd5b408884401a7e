package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.accounts.AccountStore.Form;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.AccountSets;
import io.deskmeter.workload.yaml.AccountTable;
import io.deskmeter.workload.yaml.TargetHosts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A set of accounts that is named on the command line.
 *
 * @param name by which a profile refers to it: the file's, without its ending
 */
public record AccountsFile(Path file, String name, Form form) {

    public static AccountsFile of(Path file) throws CommandException {
        String name = String.valueOf(file.getFileName());
        boolean csv = name.endsWith(".csv");
        if (!csv && !name.endsWith(".yaml")) {
            throw CommandException.input("accounts: " + file + " (expected: a file NAME.yaml or NAME.csv)");
        }
        return new AccountsFile(file, name.substring(0, name.lastIndexOf('.')), csv ? Form.CSV : Form.YAML);
    }

    /**
     * What is sent. Whoever names a profile and the accounts in one command says where these may go, so a file that
     * names no hosts gets those of the profile.
     *
     * @param profile its text
     */
    public byte[] readFor(String profile) throws CommandException {
        byte[] read = read();
        List<String> hosts = TargetHosts.of(profile);
        String text = text(read);
        if (hosts.isEmpty() || hosts(text).filter(List::isEmpty).isEmpty()) {
            return read;
        }
        String plain = withoutMark(text);
        String line = form == Form.CSV
                ? "# hosts: " + String.join(", ", hosts) + "\n"
                : "hosts: [" + hosts.stream().map(host -> '"' + host + '"').collect(Collectors.joining(", ")) + "]\n";
        // A document that begins with a mark of its own takes the line at its end.
        return Stream.of(line + plain, plain.stripTrailing() + "\n" + line)
                .filter(both -> hosts(both).filter(hosts::equals).isPresent())
                .findFirst()
                .map(both -> both.getBytes(StandardCharsets.UTF_8))
                .orElse(read);
    }

    private String text(byte[] read) throws CommandException {
        try {
            return AccountSets.text(file.toString(), read);
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /** Those that the text of a set names; empty if it cannot be read. */
    private Optional<List<String>> hosts(String text) {
        try {
            List<Account> set = form == Form.CSV
                    ? AccountTable.parse(file.toString(), text)
                    : AccountSets.parse(file.toString(), text);
            return set.stream().findFirst().map(first -> first.hosts().written());
        } catch (InvalidDocumentException e) {
            return Optional.empty();
        }
    }

    private static String withoutMark(String all) {
        return all.startsWith("\uFEFF") ? all.substring(1) : all;
    }

    private byte[] read() throws CommandException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw CommandException.input("accounts: " + file + " cannot be read: " + FaultText.reason(e)
                    + " (expected: a file that this user can read)");
        }
    }
}
