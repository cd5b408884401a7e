package io.deskmeter.controller.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.link.access.TokenRole;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide, at a real controller. */
@Tag("slow")
class PeopleCommandsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String execute(ControllerServer server, int expected, String... words) {
        return execute(server, server.tokenFile(TokenRole.ADMIN), expected, words);
    }

    private String execute(ControllerServer server, Path tokenFile, int expected, String... words) {
        out.reset();
        err.reset();
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--controller", server.address().toString(), "--token-file", tokenFile.toString()));
        int code = Commands.execute(
                all.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code)
                .as(out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8))
                .isEqualTo(expected);
        return (expected == 0 ? out : err).toString(StandardCharsets.UTF_8);
    }

    @Test
    void usersTokensAndTheAuditLogAreThereForTheControllersOwnMachine() throws Exception {
        try (ControllerServer server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads"))))) {
            String added = execute(server, 0, "user", "add", "Anna", "--role", "admin");
            assertThat(added).contains("added: anna, admin", "/set-password?code=", "start it with --https");
            assertThat(execute(server, 2, "user", "add", "anna", "--role", "viewer"))
                    .contains(
                            "name: anna is taken (expected: ",
                            "; hint: `./deskmeter user role NAME ROLE` changes a role)")
                    .doesNotContain("/api/");
            assertThat(added).containsPattern("until \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\\.");
            assertThat(execute(server, 2, "user", "add", "ben", "--role", "boss"))
                    .contains("role: boss (expected: one of [scrape, viewer, operator, admin])");
            execute(server, 0, "user", "add", "ben", "--role", "viewer");
            assertThat(execute(server, 0, "user", "role", "ben", "operator")).contains("ben: operator");
            assertThat(execute(server, 0, "user", "disable", "ben")).contains("ben: operator, disabled");
            assertThat(execute(server, 0, "user", "list"))
                    .containsPattern("anna +admin +no password yet")
                    .containsPattern("ben +operator +disabled");
            assertThat(execute(server, 0, "user", "enable", "ben")).contains("ben: operator\n");
            assertThat(execute(server, 0, "user", "password-link", "ben")).contains("/set-password?code=");
            assertThat(execute(server, 0, "user", "remove", "ben")).contains("removed: ben");
            assertThat(execute(server, 2, "user", "remove", "ben"))
                    .contains("user: ben (expected: one of `./deskmeter user list`)");

            String made = execute(server, 0, "token", "create", "nightly build", "--role", "operator", "--days", "5");
            Matcher token = Pattern.compile("(dmt_\\S{43})\\R.*id (\\S+)\\. ").matcher(made);
            assertThat(token.find()).as(made).isTrue();
            String viewer = execute(server, 0, "token", "create", "who looks", "--role", "viewer");
            Path viewersToken = Files.writeString(
                    folder.resolve("viewer.token"), viewer.lines().findFirst().orElseThrow());
            assertThat(execute(server, viewersToken, 0, "agents")).startsWith("Id  Host  Role");
            assertThat(execute(server, 0, "token", "list"))
                    .contains(token.group(2), "nightly build", "never")
                    .doesNotContain(token.group(1));
            assertThat(execute(server, 2, "token", "create", "x", "--role", "viewer", "--days", "366"))
                    .contains("--days: 366 (expected: 1 to 365)");
            assertThat(execute(server, 0, "token", "revoke", token.group(2))).contains("revoked: ");
            assertThat(execute(server, 2, "token", "revoke", token.group(2))).contains("token: ");

            assertThat(execute(server, 0, "audit"))
                    .containsPattern("local +127\\.0\\.0\\.1 +user\\.add +done +/api/v1/users +anna as admin")
                    .containsPattern("user\\.add +failed")
                    .doesNotContain(token.group(1));
            assertThat(execute(server, 0, "audit", "--action", "token.revoke", "--limit", "1"))
                    .contains("failed")
                    .doesNotContain("done");
            assertThat(execute(server, 0, "audit", "--json").lines())
                    .hasSizeGreaterThan(10)
                    .allMatch(line -> line.startsWith("{\"number\":"));
        }
    }
}
