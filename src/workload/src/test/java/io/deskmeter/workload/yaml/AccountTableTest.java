package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountTableTest {
    @Test
    void aTableIsReadWithItsRangesAndQuotes() throws InvalidDocumentException {
        assertThat(AccountTable.parse(
                        "lab.csv", "\uFEFFdomain,user,password\r\nLAB,u{1..2},\"a,b\"\"c\"\r\n\r\n,ann, geheim \r\n"))
                .containsExactly(
                        new Account("u1", "a,b\"c", "LAB"),
                        new Account("u2", "a,b\"c", "LAB"),
                        new Account("ann", " geheim ", ""));
    }

    @Test
    void aLineBeforeTheTableNamesTheHosts() throws InvalidDocumentException {
        Account ann = AccountTable.parse(
                        "lab.csv", "\uFEFF# hosts: rdsh-{1..2}.lab, *.office:3390\r\nuser,password\r\nann,x\r\n")
                .get(0);
        assertThat(ann.hosts().written()).containsExactly("rdsh-{1..2}.lab", "*.office:3390");
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", "# hosts: a b\nuser,password\nann\n"))
                .hasMessageContaining("lab.csv:1:1: hosts a b (expected: a host as ")
                .hasMessageContaining("lab.csv:3:1: 1 values");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "user,password\n",
                "name,password\nann,geheim\n",
                "user,password\nann,geheim,LAB\n",
                "user,password\nann\n",
                "user,password\n\"ann,geheim\n",
                "user,user,password\nann,ann,geheim\n",
                "user,password\nu{9..1},geheim\n",
                "ann,geheim\n",
                "ann,geheim\nbob,geheim\n",
                "user,password,geheim\nann,x,LAB\n"
            })
    void whatIsWrongIsSaidWithoutShowingAPassword(String text) {
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", text))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith("lab.csv:")
                .hasMessageContaining("expected: ")
                .message()
                .doesNotContain("geheim");
    }

    /** As in a set that is YAML: a line of a few characters stands for thousands. */
    @Test
    void moreAccountsThanASetMayHaveAreRefused() {
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", "user,password\n" + "u{1..9999},x\n".repeat(300)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("lab.csv:3:1: more than 10000 accounts (expected: at most so many in all)");
    }

    @Test
    void noMoreIsSaidThanAnAuthorReads() {
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", "user,password\n" + "ann\n".repeat(200_000)))
                .isInstanceOfSatisfying(
                        InvalidDocumentException.class,
                        e -> assertThat(e.problems())
                                .hasSize(101)
                                .last()
                                .hasToString("lab.csv:102:1: 199900 more problems from here on"));
    }

    /** As in a set that is YAML: who writes it decides neither how long reading takes, nor how much memory. */
    @ParameterizedTest
    @MethodSource("largeTables")
    @Timeout(10)
    void aTableIsReadInBoundedTimeAndMemory(String text, String message) {
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", text))
                .isInstanceOf(InvalidDocumentException.class)
                .message()
                .startsWith("lab.csv:" + message)
                .hasSizeLessThan(500);
    }

    static Stream<Arguments> largeTables() {
        String table = "\nuser,password\nann,x\n";
        return Stream.of(
                arguments(
                        "# hosts: " + "h{1..9999}, ".repeat(300_000) + "x" + table,
                        "1:1: hosts h{1..9999}, h{1..9999}, "),
                arguments("# hosts: x" + " ".repeat(3_000_000) + "y" + table, "1:1: hosts x "),
                arguments("# hosts: " + "x".repeat(3_000_000) + table, "1:1: hosts xxx"),
                arguments("user,password\n" + "u".repeat(3_000_000) + "{1..9999},x\n", "2:1: user uuu"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"ann\nbob\",geheim,LAB",
                "ann,\"geheim\nY\",LAB",
                "ann,geheim,\"LAB\u0007\"",
                "ann,geheim,LAB\u007f"
            })
    void whatASetThatIsYamlMayNotHaveIsRefusedHereToo(String line) {
        refusesAsNoLine(line);
    }

    @Test
    void aPasswordIsAsLongAsInASetThatIsYaml() throws InvalidDocumentException {
        String longest = "geheim12".repeat(25);
        assertThat(AccountTable.parse("lab.csv", "user,password\nann," + longest + "\n"))
                .containsExactly(new Account("ann", longest, ""));
        refusesAsNoLine("ann," + longest + "3,LAB");
    }

    private static void refusesAsNoLine(String row) {
        assertThatThrownBy(() -> AccountTable.parse("lab.csv", "user,password,domain\n" + row + "\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("(expected: one line of text, at most 200 characters)")
                .message()
                .doesNotContain("geheim");
    }
}
