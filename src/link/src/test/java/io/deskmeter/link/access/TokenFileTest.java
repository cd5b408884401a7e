package io.deskmeter.link.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TokenFileTest {
    private static final int STARTS = 4;
    private static final int ROUNDS = 200;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aSecretIsCreatedOnceAndOnlyItsOwnerCanReadIt() throws Exception {
        Path file = folder.resolve("admin.token");
        Token drawn = TokenFile.open(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(TokenFile.open(file).text()).isEqualTo(drawn.text());
        assertThat(TokenFile.read(file).text()).isEqualTo(drawn.text());
        assertThat(TokenFile.open(folder.resolve("agent.token")).text()).isNotEqualTo(drawn.text());
        assertThat(drawn.matches(drawn.text())).isTrue();
        assertThat(drawn.matches(drawn.text() + "A")).isFalse();
        assertThat(drawn.matches("")).isFalse();
        assertThat(drawn).hasToString("a token");
    }

    /**
     * Whoever looks while a secret is created finds no file or a whole one: also a program that starts after a kill.
     */
    @Test
    void aSecretIsWholeOrAbsentAtEveryMoment() throws Exception {
        ExecutorService programs = Executors.newFixedThreadPool(STARTS);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                Path file = folder.resolve(round + ".token");
                Callable<String> start = () -> TokenFile.open(file).text();
                Set<String> secrets = new HashSet<>();
                for (Future<String> secret : programs.invokeAll(Collections.nCopies(STARTS, start))) {
                    secrets.add(secret.get());
                }
                assertThat(secrets).hasSize(1);
            }
        } finally {
            programs.shutdownNow();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(ROUNDS);
        }
    }

    /** A real process is killed while it creates secrets: each of them can be used by the next one. */
    @Test
    void aKillLeavesNoSecretThatCannotBeUsed() throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(lines.readLine()).isEqualTo("begun");
            writer.destroyForcibly();
            assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".token")).toList()) {
                TokenFile.open(file);
            }
        }
    }

    /** Creates secrets until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            for (int made = 0; !out.checkError(); made++) {
                TokenFile.open(Path.of(args[0], made + ".token"));
                if (made == ROUNDS) {
                    out.println("begun");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "q7Zc", "hunter2-hunter2-hunter2-hunter2-hunter2-hun"})
    void anEmptyOrCutOffSecretSaysWhatToDo(String left) throws Exception {
        Path file = folder.resolve("admin.token");
        TokenFile.open(file);
        Files.writeString(file, left.length() > 40 ? left.substring(0, 42) : left);
        assertThatThrownBy(() -> TokenFile.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(left.isBlank() ? "is empty" : "is cut off: " + Math.min(42, left.length()) + " ")
                .hasMessageContaining("(expected: ")
                .hasMessageContaining("hint: remove it, and the controller creates a new one at its next start")
                .message()
                .doesNotContain("hunter2", "q7Zc", "Exception");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws Exception {
        Path file = folder.resolve("admin.token");
        TokenFile.open(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> TokenFile.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has the rights rw-r-----")
                .hasMessageContaining("chmod 600");
    }

    @Test
    void aLinkToAnotherFileIsRefused() throws Exception {
        Path other = folder.resolve("other");
        TokenFile.open(other);
        Path file = Files.createSymbolicLink(folder.resolve("admin.token"), other);
        assertThatThrownBy(() -> TokenFile.open(file)).hasMessageContaining("is no plain file");
    }

    @Test
    void anInvalidSecretIsRefusedAndNotPrinted() throws Exception {
        Path file = Files.writeString(folder.resolve("admin.token"), "hunter2\n");
        assertThatThrownBy(() -> TokenFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("7 characters")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void theOptionComesBeforeTheEnvironmentAndThatBeforeTheUsualPlace() throws Exception {
        Path usual = folder.resolve("usual");
        Path named = folder.resolve("named");
        Path option = folder.resolve("option");
        String namedText = TokenFile.open(named).text();
        String optionText = TokenFile.open(option).text();
        Map<String, String> environment = Map.of(TokenSource.VARIABLE, named.toString());
        assertThat(TokenSource.find(option, environment, usual, "127.0.0.1").get())
                .isEqualTo(optionText);
        assertThat(TokenSource.find(null, environment, usual, "127.0.0.1").get())
                .isEqualTo(namedText);
        TokenSource later = TokenSource.find(null, Map.of(), usual, "127.0.0.1");
        assertThat(later.get()).isEmpty();
        assertThat(later.file()).isNull();
        String usualText = TokenFile.open(usual).text();
        assertThat(later.get()).isEqualTo(usualText);
        assertThat(later.file()).isEqualTo(usual);
    }

    @Test
    void theSecretOfThisMachineIsNotSentToAnotherUnlessNamed() throws Exception {
        Path usual = folder.resolve("usual");
        Token token = TokenFile.open(usual);
        assertThat(TokenSource.find(null, Map.of(), usual, "192.0.2.7").get()).isEmpty();
        assertThat(TokenSource.find(usual, Map.of(), usual, "192.0.2.7").get()).isEqualTo(token.text());
    }

    @Test
    void aNamedFileMustExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenSource.find(folder.resolve("none"), Map.of(), folder, "127.0.0.1"))
                .withMessageStartingWith("--token-file: token file: " + folder.resolve("none"));
    }
}
