package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.InvalidDocumentException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountSetsTest {
    /** Messages are printed, and kept in logs of those who call the command. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "geheim",
                "user,password\nann,geheim\n",
                "- geheim",
                "accounts: geheim",
                "accounts: [geheim]",
                "accounts: [ann geheim]",
                "accounts: [[geheim]]",
                "accounts: { ann: geheim }",
                "accounts: [{ user: ann, password geheim }]",
                "accounts: [{ user: ann, geheim }]",
                "accounts: [{ user: ann, password: [geheim] }]",
                "accounts: [{ user: ann, password: *geheim }]",
                "accounts: [{ user: ann, password: !geheim x }]",
                "accounts: [{ user: ann, password: !geheim!x x }]",
                "accounts: [{ user: ann, password: &geheim }, { user: bob, password: *geheim }]",
                "accounts: [{ user: ann, password: \"geheim\\q\" }]",
                "accounts: [{ user: ann, password: 'geheim'x }]",
                "accounts:\n  - user: ann\n    password: geheim: x\n",
                "accounts: [{ user: { ann: geheim }, password: x }]",
                "geheim: x\naccounts: [{ user: ann, password: x }]",
                "accounts: [{ user: ann, !x geheim }]",
            })
    void whatIsWrongIsSaidWithoutShowingAPassword(String yaml) {
        assertThatThrownBy(() -> AccountSets.parse("lab.yaml", yaml))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith("lab.yaml:")
                .message()
                .doesNotContain("geheim");
    }
}
