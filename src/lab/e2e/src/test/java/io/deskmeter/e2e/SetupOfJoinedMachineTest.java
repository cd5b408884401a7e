package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.setup.SetupCommand;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code agent setup} says of machines that have joined, and of tokens that are not taken. Reproducer: it said
 * {@code already} of a machine that was revoked. With a real controller.
 */
@Tag("slow")
class SetupOfJoinedMachineTest {
    private static final Pattern AGENT = Pattern.compile("as agent ([0-9a-f-]{36})");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "skipped: not root (expected: root, whose are machines and images)");
        Files.createDirectories(folder.resolve("tree/var/lib"));
        Files.createDirectories(folder.resolve("other/var/lib"));
        server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads")))
                        .withMachines(new MachineListener("127.0.0.1", 0, List.of())));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private HttpResponse<String> post(String path, String json) throws Exception {
        return Clients.of(() -> server)
                .send(
                        HttpRequest.newBuilder(server.address().resolve(path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(json))
                                .build(),
                        BodyHandlers.ofString());
    }

    private String token() throws Exception {
        return made(600).path("token").asString();
    }

    private JsonNode made(int validSeconds) throws Exception {
        return JsonMapper.shared()
                .readTree(post("/api/v1/enrolments", "{\"machines\":1,\"validSeconds\":" + validSeconds + "}")
                        .body());
    }

    private record Ended(int code, String printed) {
        String agent() {
            Matcher matcher = AGENT.matcher(printed);
            assertThat(matcher.find()).as(printed).isTrue();
            return matcher.group(1);
        }
    }

    private Ended enrol(String... options) {
        return enrolIn("tree", options);
    }

    private Ended enrolIn(String tree, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("--root", folder.resolve(tree).toString(), "--only", "enrol", "--unattended"));
        arguments.addAll(List.of(options));
        StringWriter printed = new StringWriter();
        CommandLine command = SetupCommand.commandLine(Platforms.here());
        command.setOut(new PrintWriter(printed, true));
        command.setErr(new PrintWriter(printed, true));
        int code = command.execute(arguments.toArray(String[]::new));
        return new Ended(code, printed.toString());
    }

    @Test
    void aMachineThatWasRevokedIsToldSoAndJoinsAnewWithANewToken() throws Exception {
        String address = server.machineAddress().orElseThrow();
        String token = token();
        Ended joined = enrol("--controller", address, "--join", token);
        assertThat(joined.printed()).contains("enrolled");
        assertThat(joined.code()).isZero();
        String agent = joined.agent();

        Ended again = enrol("--controller", address, "--join", token);
        assertThat(again.printed()).contains("already", "as agent " + agent, "the controller accepts the certificate");
        assertThat(again.code()).isZero();
        Ended unasked = enrol();
        assertThat(unasked.printed())
                .contains("already", "as agent " + agent, "no controller was asked whether it accepts it");
        assertThat(unasked.code()).isZero();

        assertThat(post("/api/v1/enrolments/agents/" + agent + "/revocation", "{\"reason\":\"stolen\"}")
                        .statusCode())
                .isEqualTo(204);
        Ended revoked = enrol("--controller", address);
        assertThat(revoked.printed())
                .contains("enrol", "revoked", "agent " + agent + " was revoked at ", "stolen", "with a new join token");
        assertThat(revoked.code()).isEqualTo(8);
        Ended spent = enrol("--controller", address, "--join", token);
        assertThat(spent.printed()).contains("revoked", "stolen", "join token: used for 1 of 1 machines");
        assertThat(spent.code()).isEqualTo(8);

        Ended anew = enrol("--controller", address, "--join", token());
        assertThat(anew.printed()).contains("enrolled", "in place of agent " + agent + ", which was revoked");
        assertThat(anew.code()).isZero();
        assertThat(anew.agent()).isNotEqualTo(agent);
        Ended accepted = enrol("--controller", address);
        assertThat(accepted.printed()).contains("as agent " + anew.agent(), "the controller accepts the certificate");

        server.close();
        Ended away = enrol("--controller", address);
        assertThat(away.printed())
                .contains("already", "it is not known whether the controller accepts the certificate: ", address);
        assertThat(away.code()).isZero();
    }

    @Test
    void eachTokenThatIsNotTakenHasItsOwnWordsAndCode() throws Exception {
        String token = token();
        assertThat(enrol("--controller", server.machineAddress().orElseThrow(), "--join", token)
                        .code())
                .isZero();
        assertRefused(onAnother(token), 12, "token used up", "join token: used for 1 of 1 machines");

        JsonNode withdrawn = made(600);
        assertThat(Clients.of(() -> server)
                        .send(
                                HttpRequest.newBuilder(server.address()
                                                .resolve("/api/v1/enrolments/"
                                                        + withdrawn.path("id").asString()))
                                        .DELETE()
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(204);
        assertRefused(
                onAnother(withdrawn.path("token").asString()),
                13,
                "token withdrawn",
                "join token: withdrawn (expected: ");

        JsonNode expiring = made(1);
        Instant end = Instant.parse(expiring.path("expiresAt").asString());
        Awaitility.await("the end of a token").until(() -> Instant.now().isAfter(end));
        assertRefused(onAnother(expiring.path("token").asString()), 11, "token expired", "join token: expired at ");

        String unused = token();
        assertRefused(
                onAnother("dmj1." + "A".repeat(43) + unused.substring(unused.lastIndexOf('.'))),
                9,
                "other authority",
                "the controller's authority has the fingerprint ");
        assertRefused(
                onAnother(unused.substring(0, unused.lastIndexOf('.') + 1) + "A".repeat(43)),
                6,
                "refused",
                "join token: unknown to this controller");
        assertThat(onAnother(unused).code())
                .as("the token was not sent to another authority")
                .isZero();
    }

    /** On another machine. */
    private Ended onAnother(String token) {
        return enrolIn("other", "--controller", server.machineAddress().orElseThrow(), "--join", token);
    }

    private static void assertRefused(Ended ended, int code, String word, String reason) {
        assertThat(ended.printed()).containsPattern("enrol +" + word + "\\b").contains(reason);
        assertThat(ended.code()).as(ended.printed()).isEqualTo(code);
    }
}
