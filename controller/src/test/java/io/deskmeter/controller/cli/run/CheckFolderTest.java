package io.deskmeter.controller.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folders of checks that go on at once. */
class CheckFolderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Test
    void eachCheckAtATimeHasAFolderOfItsOwnAndTheNextOneUsesItAgain() throws Exception {
        Path first;
        try (CheckFolder one = CheckFolder.below(data);
                CheckFolder other = CheckFolder.below(data)) {
            first = one.root();
            assertThat(other.root()).isNotEqualTo(first).hasParent(first.getParent());
        }
        try (CheckFolder again = CheckFolder.below(data)) {
            assertThat(again.root()).isEqualTo(first);
        }
    }

    @Test
    void theAccountsOfTheDataFolderAreThereWhileItIsUsed() throws Exception {
        Files.writeString(Files.createDirectories(data.resolve("accounts")).resolve("vnc.yaml"), "accounts: []");
        Path copy;
        try (CheckFolder folder = CheckFolder.below(data)) {
            copy = folder.root().resolve("accounts/vnc.yaml");
            assertThat(copy).hasContent("accounts: []");
        }
        assertThat(copy).doesNotExist();
        assertThat(data.resolve("accounts/vnc.yaml")).exists();
    }
}
