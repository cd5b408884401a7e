package io.deskmeter.e2e;

import static io.deskmeter.e2e.MadePackages.AGENT;
import static io.deskmeter.e2e.MadePackages.CONTROLLER;
import static io.deskmeter.e2e.MadePackages.MAKING;
import static io.deskmeter.e2e.MadePackages.made;
import static io.deskmeter.e2e.PackagedMachines.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testkit.wine.Wine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./deskmeter package}: what it makes, twice, signed, and as checkers of packages see it. Used on machines: the
 * other classes whose name begins with Package.
 */
@PackageTests
class PackagesLongIT {
    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /**
     * From sources in two places, built there by users with another umask, time zone, locale and host name; in one of
     * them an earlier build has left something.
     */
    @Test
    void twoMakingsGiveTheSameBytes() throws Exception {
        String sums = Files.readString(made("first").resolve("SHA256SUMS"));
        assertThat(sums.lines()).hasSize(9);
        assertThat(made("second").resolve("SHA256SUMS"))
                .hasSameTextualContentAs(made("first").resolve("SHA256SUMS"));
        System.out.println(Machine.here(
                Duration.ofMinutes(2),
                "sh",
                "-ec",
                "cd \"$0\"; sha256sum --check SHA256SUMS; for file in *; do cmp \"$file\" \"../first/$file\"; done",
                made("second").toString()));
        for (String part : List.of(CONTROLLER, AGENT)) {
            assertThat(Files.readString(made("first", part, ".cdx.json"))).contains("CycloneDX", "protobuf-java");
        }
    }

    @Test
    void aGivenKeySignsTheChecksums() throws Exception {
        // Names of sockets are short.
        Path keys = Files.createDirectory(
                folder.resolve("gpg"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        String home = "GNUPGHOME=" + keys;
        String of = "packages@example.org";
        try {
            Machine.here(
                    RUN,
                    "env",
                    home,
                    "gpg",
                    "--batch",
                    "--passphrase",
                    "",
                    "--quick-generate-key",
                    of,
                    "ed25519",
                    "sign");
            Path out = folder.resolve("signed");
            try (Program making = Program.start(
                    folder,
                    Map.of("GNUPGHOME", keys.toString()),
                    "package",
                    "--out",
                    out.toString(),
                    "--windows-runtime",
                    Wine.runtime().toString(),
                    "--sign",
                    of)) {
                Program.Ended ended = making.await(MAKING);
                assertThat(ended.exitCode()).as(ended.printed()).isZero();
            }
            assertThat(out.resolve("SHA256SUMS"))
                    .hasSameTextualContentAs(made("first").resolve("SHA256SUMS"));
            assertThat(Machine.here(
                            RUN,
                            "env",
                            home,
                            "gpg",
                            "--batch",
                            "--verify",
                            out + "/SHA256SUMS.asc",
                            out + "/SHA256SUMS"))
                    .contains("Good signature");
            try (Program making = Program.start(
                    folder,
                    Map.of("GNUPGHOME", keys.toString()),
                    "package",
                    "--out",
                    out.toString(),
                    "--sign",
                    "nobody")) {
                Program.Ended ended = making.await(MAKING);
                assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
                assertThat(ended.printed()).contains("--sign: nobody");
            }
        } finally {
            Machine.here(RUN, "env", home, "gpgconf", "--kill", "all");
        }
    }

    @Test
    void lintianFindsNoErrors() throws Exception {
        for (String part : List.of(CONTROLLER, AGENT)) {
            Path file = made("first", part, ".deb");
            String found = Machine.here(
                    MAKING, "lintian", "--fail-on", "error", "--display-level", ">=warning", file.toString());
            System.out.printf("lintian: %s: 0 errors%n%s", file.getFileName(), found);
        }
    }

    @Test
    void rpmlintFindsNoErrors() throws Exception {
        for (String part : List.of(CONTROLLER, AGENT)) {
            String found = Machine.here(
                    MAKING,
                    "rpmlint",
                    "--config",
                    Program.HOME.resolve("src/package/rpmlint.toml").toString(),
                    made("first", part, ".rpm").toString());
            System.out.println(found);
            assertThat(found).contains(" 0 errors");
        }
    }
}
