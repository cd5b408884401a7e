package io.deskmeter.controller.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.AccountSets;
import io.deskmeter.workload.yaml.AccountTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever names a profile and accounts in one command says where these may go, unless the file says it. */
class AccountsFileTest {
    private static final String PROFILE = """
            workloads: office
            target: { rdp: { hosts: ["rdsh-{1..2}.lab", "[fd00::7]:3390"], accounts: users } }
            load: { fixed: { sessions: 1 } }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private String sent(String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        return new String(AccountsFile.of(file).readFor(PROFILE), StandardCharsets.UTF_8);
    }

    private static void isForTheProfile(List<Account> set) {
        assertThat(set).hasSize(2);
        assertThat(set)
                .allMatch(user -> user.hosts().written().equals(List.of("rdsh-{1..2}.lab:3389", "[fd00::7]:3390")));
    }

    @Test
    void aFileWithoutHostsGetsThoseOfTheProfile() throws Exception {
        isForTheProfile(AccountTable.parse("a.csv", sent("a.csv", "\uFEFFuser,password\nann,x\nbob,y\n")));
        isForTheProfile(AccountSets.parse("a.yaml", sent("a.yaml", "accounts:\n  - { user: \"u{1..2}\" }\n")));
        isForTheProfile(AccountSets.parse("a.yaml", sent("a.yaml", "---\naccounts:\n  - { user: \"u{1..2}\" }\n")));
    }

    @Test
    void aFileThatNamesHostsOrCannotBeReadIsSentAsItIs() throws Exception {
        for (String text : List.of("# hosts: other.lab\nuser,password\nann,x\n", "no,table\n")) {
            assertThat(sent("a.csv", text)).isEqualTo(text);
        }
        for (String text : List.of("hosts: [other.lab]\naccounts: [{ user: ann }]\n", "{ a map")) {
            assertThat(sent("a.yaml", text)).isEqualTo(text);
        }
    }

    /** The hosts of the profile would be written into a text with other passwords. */
    @Test
    void aFileInAnotherEncodingIsRefused() throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.csv"), "user,password\nann,gr\u00fcn\n", StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> AccountsFile.of(file).readFor(PROFILE))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("a.csv:2:7: not UTF-8 text (expected: text in UTF-8)");
    }
}
