package io.deskmeter.controller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.SampleRoot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and folders that an option or a parameter names, and that cannot be read or written. */
@Tag("slow")
class FileOptionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backup --out missing/x.zip",
                "backup --out file/x.zip",
                "backup --out file",
                "runs export 1 --out missing/x.zip",
                "runs export 1 --out file/x.zip",
                "runs import missing.zip",
                "run missing.yaml",
                "run bytes",
                "run profile.yaml --workloads root --out file",
                "run profile.yaml --workloads root --out file/below",
                "run profile.yaml --workloads root --accounts missing.csv",
                "run profile.yaml --workloads missing",
                "check missing.yaml",
                "check profile.yaml --workloads root --data file",
                "check profile.yaml --workloads root --data new --accounts missing.csv",
                "compare missing file",
                "compare folder folder",
                "user list --controller https://127.0.0.1:1 --authority missing.pem",
                "user list --controller https://127.0.0.1:1 --authority folder",
                "user list --controller http://127.0.0.1:1 --token-file missing",
                "user list --controller http://127.0.0.1:1 --token-file folder",
                "user list --controller http://127.0.0.1:1 --token-file token",
                "restore missing.zip --data new",
                "restore file --data new",
                "controller --data file --workloads root --http-port 0 --link-port 0",
                "controller --data new --store jdbc:postgresql://h/d --store-password-file missing",
            })
    void messagesSayInWordsWhyAFileCannotBeUsed(String line) throws Exception {
        Path root = SampleRoot.create(Files.createDirectory(folder.resolve("root")));
        assertThat(root).isDirectory();
        Files.writeString(folder.resolve("file"), "x");
        Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        Files.createDirectory(folder.resolve("folder"));
        Files.writeString(folder.resolve("token"), "dmt_" + "x".repeat(43));
        Files.writeString(folder.resolve("profile.yaml"), SampleRoot.PROFILE);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = Arrays.stream(line.split(" ", -1))
                .map(word -> word.matches("(missing|file|bytes|folder|token|profile|root|new)\\b.*")
                        ? folder.resolve(word).toString()
                        : word)
                .toArray(String[]::new);
        int code = Commands.execute(
                words,
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));

        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).isNotZero();
        assertThat(said).contains("(expected: ").doesNotContain("Exception", "java.", "a bug in");
    }
}
