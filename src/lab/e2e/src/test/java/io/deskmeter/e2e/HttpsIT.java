package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A second machine, in a network namespace, reaches the controller by HTTPS: with another program than ours, and with a
 * command.
 */
@ResourceLock(ConcurrentTests.NETWORK)
class HttpsIT {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void anotherMachineReachesTheControllerWhoseAuthorityItKnows() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for namespaces)");
        try (NetworkNamespace there = new NetworkNamespace();
                ControllerProgram controller =
                        ControllerProgram.start(folder, "--https", NetworkNamespace.HERE + ":0")) {
            Matcher printed = controller
                    .program()
                    .awaitPrinted("other machines: (https://\\S+) .*authority (sha256:[0-9a-f]{64})", SOON);
            String url = printed.group(1);
            Path authority = folder.resolve("authority.crt");
            String pem = Files.readString(folder.resolve("data").resolve("authority.pem"));
            Files.writeString(authority, pem.substring(pem.indexOf("-----BEGIN CERTIFICATE")));

            assertThat(curl(there, url, "--cacert", authority.toString())).isEqualTo("401");
            assertThat(curl(there, url, "--cacert", authority.toString(), "--tlsv1.2", "--tls-max", "1.2"))
                    .isEqualTo("401");
            assertThat(curl(there, url, "--cacert", authority.toString(), "--header", "Host: evil.example.org"))
                    .isEqualTo("421");
            assertThat(curl(there, url)).as("without the authority").startsWith("000");
            assertThat(curl(
                            there,
                            url,
                            "--cacert",
                            authority.toString(),
                            "--ciphers",
                            "DEFAULT@SECLEVEL=0",
                            "--tls-max",
                            "1.1"))
                    .startsWith("000");
            String secret = Files.readString(Path.of(controller.data().token(TokenRole.ADMIN)))
                    .strip();
            assertThat(curl(
                            there,
                            url,
                            "--cacert",
                            authority.toString(),
                            "--header",
                            "Authorization: Bearer " + secret))
                    .as("the secret of the controller's own machine")
                    .isEqualTo("401");
            // By the other port the other machine does not come.
            assertThat(curl(
                            there,
                            "http://" + NetworkNamespace.HERE + controller.web().replaceAll(".*:", ":")))
                    .startsWith("000");

            String impostor = "sha256:" + "0".repeat(64);
            assertThat(login(there, url, impostor)).contains(" presents ", printed.group(2), "(expected: " + impostor);
            assertThat(login(there, url, printed.group(2)))
                    .contains("deskmeter: ", "(expected: ")
                    .doesNotContain("TLS");
        }
    }

    private String curl(NetworkNamespace there, String url, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "curl", "--silent", "--max-time", "20", "--output", "/dev/null", "--write-out", "%{http_code}"));
        words.addAll(List.of(options));
        words.add(url + "/api/v1/runs");
        Process curl = new ProcessBuilder(there.command(words.toArray(String[]::new)))
                .redirectError(folder.resolve("curl.txt").toFile())
                .start();
        String status = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return status;
    }

    /** Nobody has an account: it gets as far as the answer of the controller. */
    private String login(NetworkNamespace there, String url, String authority) throws Exception {
        List<String> prefix = there.command("sh", "-c", "printf 'no such password\\n' | \"$@\"", "sh");
        try (Program login = Program.start(
                folder,
                prefix,
                Map.of("HOME", folder.toString(), "XDG_CONFIG_HOME", folder + "/config"),
                "login",
                url,
                "--authority",
                authority,
                "--user",
                "nobody")) {
            Program.Ended ended = login.await(SOON);
            assertThat(ended.exitCode()).as(ended.printed()).isNotZero();
            assertThat(folder.resolve("config")).doesNotExist();
            return ended.printed();
        }
    }
}
