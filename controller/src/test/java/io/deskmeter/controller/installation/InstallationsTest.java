package io.deskmeter.controller.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.EnrolmentRefusedException;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.tls.SetupReportClient;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.SetupGrade;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.SetupStage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Setups tell a real controller over TLS how far they are. */
@Tag("slow")
class InstallationsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> STAGES =
            List.of("preflight", "files", "enrol", "analyse", "optimise", "autostart", "verify");

    @TempDir
    Path folder;

    private ControllerServer server;

    @BeforeEach
    void start() throws Exception {
        server = start(folder);
    }

    private static ControllerServer start(Path folder) throws Exception {
        return ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads")))
                        .withMachines(new MachineListener("127.0.0.1", 0, List.of())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The stages up to one: those before it are done, and it has this grade. */
    private static SetupReport.Builder report(String host, int stages, SetupGrade last, String detail) {
        SetupReport.Builder report = SetupReport.newBuilder()
                .setSetupId("setup-of-" + host)
                .setHost(host)
                .setVersion("1.0");
        for (int i = 0; i < stages; i++) {
            boolean isLast = i == stages - 1;
            report.addStages(SetupStage.newBuilder()
                    .setStage(STAGES.get(i))
                    .setGrade(isLast ? last : SetupGrade.SETUP_GRADE_OK)
                    .setResult(isLast && last == SetupGrade.SETUP_GRADE_RUNNING ? "" : "ok")
                    .setDetail(isLast ? detail : ""));
        }
        return report;
    }

    @Test
    void aMachineIsShownFromItsFirstStageOnAndAsTheAgentThatItBecomes() throws Exception {
        JoinToken token = token(3);
        send(token, report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        JsonNode first = only();
        assertThat(first.path("host").asString()).isEqualTo("desk-1");
        assertThat(first.path("state").asString()).isEqualTo("RUNNING");
        assertThat(first.path("agent").isNull()).isTrue();
        assertThat(list().path("expected").asInt()).isEqualTo(3);

        KeyAndChain machine = EnrolmentClient.enrol("127.0.0.1", port(), token, "desk-1");
        SetupReport done = report("desk-1", 7, SetupGrade.SETUP_GRADE_OK, "read back: 12 settings")
                .setOptimisations("measure 0123456789ab")
                .setEnded(true)
                .build();
        SetupReportClient.send("127.0.0.1", port(), machine, done);

        JsonNode last = only();
        assertThat(last.path("id").asString()).isEqualTo(first.path("id").asString());
        assertThat(last.path("state").asString()).isEqualTo("DONE");
        assertThat(last.path("agent").asString()).isEqualTo(MachineIdentity.commonName(machine.certificate()));
        assertThat(last.path("connected").asBoolean()).isFalse();
        assertThat(last.path("optimisations").asString()).isEqualTo("measure 0123456789ab");
        assertThat(last.path("stages")).hasSize(7);
        assertThat(last.path("stages").get(6).path("detail").asString()).isEqualTo("read back: 12 settings");

        Hello hello = Hello.newBuilder()
                .setProtocol(1)
                .setAgentId("of its certificate")
                .setHost("desk-1")
                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                .build();
        LinkClientSettings settings = LinkClientSettings.to("127.0.0.1", port()).withTls(LinkTls.agent(() -> machine));
        try (LinkPeer peer = new LinkPeer(settings, hello)) {
            peer.connected();
            assertThat(only().path("connected").asBoolean()).isTrue();
        }
    }

    @Test
    void aFailedStageIsShownWithWhatToDoAndASetupThatIsStartedAgainIsTheSameMachine() throws Exception {
        JoinToken token = token(1);
        SetupReport failed = report(
                        "desk-1",
                        1,
                        SetupGrade.SETUP_GRADE_FAILED,
                        "/var: 3 MB free (expected: >= 64 MB; hint: make room)")
                .setEnded(true)
                .setExitCode(3)
                .build();
        SetupReportClient.send("127.0.0.1", port(), token, failed);
        assertThat(only().path("state").asString()).isEqualTo("FAILED");
        assertThat(only().path("exitCode").asInt()).isEqualTo(3);
        assertThat(only().path("remedy").asString()).isEqualTo("make room");

        send(token, report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        assertThat(only().path("state").asString()).isEqualTo("RUNNING");
        assertThat(only().path("exitCode").asInt()).isZero();
    }

    @Test
    void aMachineWhoseTokenIsUsedUpIsShown() throws Exception {
        JoinToken token = token(1);
        EnrolmentClient.enrol("127.0.0.1", port(), token, "another");
        send(token, report("desk-1", 3, SetupGrade.SETUP_GRADE_FAILED, "join token: used for 1 of 1 machines"));
        assertThat(only().path("stages").get(2).path("detail").asString()).contains("used for 1 of 1");
    }

    @Test
    void whoHasNeitherTokenNorCertificateTellsNothing() throws Exception {
        JoinToken known = token(1);
        assertThatThrownBy(() -> send(
                        new JoinToken(known.authority(), Token.random()),
                        report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, "")))
                .isInstanceOfSatisfying(
                        EnrolmentRefusedException.class,
                        e -> assertThat(e.isRevocation()).isFalse())
                .hasMessageContaining("join token: unknown to this controller");
        assertThatThrownBy(() -> send(
                        known,
                        report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, "").setSetupId("../etc")))
                .hasMessageContaining("setup_id: ../etc (expected: ");
        assertThatThrownBy(() -> send(known, report(" ", 1, SetupGrade.SETUP_GRADE_RUNNING, "")))
                .hasMessageContaining("setup_id: ");
        assertThat(list().path("installations")).isEmpty();
    }

    @Test
    void aRevokedMachineTellsNothingAndATokenIsForABoundedNumberOfMachines() throws Exception {
        JoinToken token = token(1);
        KeyAndChain machine = EnrolmentClient.enrol("127.0.0.1", port(), token, "desk-1");
        String agent = MachineIdentity.commonName(machine.certificate());
        HttpResponse<String> revoked = send(request("/api/v1/enrolments/agents/" + agent + "/revocation")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
        assertThat(revoked.statusCode()).isEqualTo(204);
        assertThatThrownBy(() -> SetupReportClient.send(
                        "127.0.0.1",
                        port(),
                        machine,
                        report("desk-1", 7, SetupGrade.SETUP_GRADE_OK, "").build()))
                .isInstanceOfSatisfying(
                        EnrolmentRefusedException.class,
                        e -> assertThat(e.isRevocation()).isTrue())
                .hasMessageContaining("was revoked at ");

        int most = 1 + Installations.MORE_THAN_A_TOKEN_IS_FOR;
        for (int i = 0; i < most; i++) {
            send(token, report("desk-" + (1000 + i), 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        }
        assertThatThrownBy(() -> send(token, report("one-more", 1, SetupGrade.SETUP_GRADE_RUNNING, "")))
                .hasMessageContaining(most + " machines have shown this join token already");
        assertThat(list().path("installations")).hasSize(most);
    }

    @Test
    void aCertificateIsForABoundedNumberOfMachines() throws Exception {
        KeyAndChain machine = EnrolmentClient.enrol("127.0.0.1", port(), token(1), "desk-1");
        for (int i = 0; i < Installations.MOST_OF_AN_AGENT; i++) {
            SetupReportClient.send(
                    "127.0.0.1",
                    port(),
                    machine,
                    report("desk-" + i, 1, SetupGrade.SETUP_GRADE_RUNNING, "").build());
        }
        assertThatThrownBy(() -> SetupReportClient.send(
                        "127.0.0.1",
                        port(),
                        machine,
                        report("one-more", 1, SetupGrade.SETUP_GRADE_RUNNING, "")
                                .build()))
                .hasMessageContaining("machines have shown the certificate of agent "
                        + MachineIdentity.commonName(machine.certificate()) + " already");
        assertThat(list().path("installations")).hasSize(Installations.MOST_OF_AN_AGENT);
    }

    @Test
    void copiesOfOneImageAreNamed() throws Exception {
        JoinToken token = token(2);
        for (String host : List.of("clone-1", "clone-2")) {
            send(token, report(host, 2, SetupGrade.SETUP_GRADE_RUNNING, "").setSetupId("one-image"));
        }
        JsonNode one = list().path("installations").get(0);
        assertThat(one.path("sameIdentity")).hasSize(1);
        assertThat(one.path("remedy").asString()).contains("--image");
    }

    /**
     * Before their host names are set, copies of an image that has joined have one name, too: neither tells of the
     * other, and a used-up token of neither.
     */
    @Test
    void copiesWithOneHostNameHaveALineEachAndOnlyTheirOwnCertificateTellsOfThem() throws Exception {
        JoinToken token = token(2);
        KeyAndChain first = EnrolmentClient.enrol("127.0.0.1", port(), token, "localhost");
        KeyAndChain second = EnrolmentClient.enrol("127.0.0.1", port(), token, "localhost");
        SetupReportClient.send("127.0.0.1", port(), first, image(7, SetupGrade.SETUP_GRADE_OK));
        SetupReportClient.send("127.0.0.1", port(), second, image(5, SetupGrade.SETUP_GRADE_FAILED));
        send(token, image(1, SetupGrade.SETUP_GRADE_RUNNING).toBuilder());

        assertThat(list().path("installations").valueStream())
                .extracting(
                        one -> one.path("agent").asString(null),
                        one -> one.path("state").asString(),
                        one -> one.path("copies").asInt())
                .containsExactlyInAnyOrder(
                        tuple(MachineIdentity.commonName(first.certificate()), "DONE", 2),
                        tuple(MachineIdentity.commonName(second.certificate()), "FAILED", 2),
                        tuple(null, "RUNNING", 2));
    }

    private static SetupReport image(int stages, SetupGrade last) {
        return report("localhost", stages, last, "")
                .setSetupId("one-image")
                .setEnded(last != SetupGrade.SETUP_GRADE_RUNNING)
                .build();
    }

    /** A machine that was taken off and joins again with a new token is the one that it was. */
    @Test
    void aMachineThatJoinsAgainKeepsItsLine() throws Exception {
        KeyAndChain before = EnrolmentClient.enrol("127.0.0.1", port(), token(1), "desk-1");
        SetupReportClient.send(
                "127.0.0.1",
                port(),
                before,
                report("desk-1", 7, SetupGrade.SETUP_GRADE_OK, "")
                        .setEnded(true)
                        .build());
        send(token(1), report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        assertThat(only().path("state").asString()).isEqualTo("RUNNING");
    }

    @Test
    void aReportThatIsOvertakenByANewerOneChangesNothingAndEachStartHasItsTime() throws Exception {
        JoinToken token = token(1);
        send(
                token,
                report("desk-1", 7, SetupGrade.SETUP_GRADE_OK, "")
                        .setEnded(true)
                        .setAttempt("attempt-1")
                        .setNumber(9));
        send(
                token,
                report("desk-1", 7, SetupGrade.SETUP_GRADE_RUNNING, "")
                        .setAttempt("attempt-1")
                        .setNumber(8));
        JsonNode ended = only();
        assertThat(ended.path("state").asString()).isEqualTo("DONE");

        send(
                token,
                report("desk-1", 2, SetupGrade.SETUP_GRADE_RUNNING, "")
                        .setAttempt("attempt-2")
                        .setNumber(2));
        assertThat(only().path("state").asString()).isEqualTo("RUNNING");
        assertThat(Instant.parse(only().path("startedAt").asString()))
                .isAfter(Instant.parse(ended.path("startedAt").asString()));
    }

    /** Reproducer: text that was made for it kept the thread that sends lists busy for nine seconds. */
    @Test
    void theWordsOfAMachineAreCutToARemedy() throws Exception {
        JoinToken token = token(1);
        send(
                token,
                report(
                        "desk-1",
                        1,
                        SetupGrade.SETUP_GRADE_FAILED,
                        "no room (hint: " + "a".repeat(600) + "\n".repeat(3_000) + ")"));
        assertThat(only().path("remedy").asString()).isEqualTo("a".repeat(499) + "…");
    }

    /**
     * 200 machines at once, ten of which fail in different stages. A report is on the list when its sender has the
     * answer.
     */
    @Test
    void twoHundredMachinesAreShownOnceEachFromTheirFirstReportOn() throws Exception {
        JoinToken token = token(200);
        ExecutorService machines = Executors.newFixedThreadPool(16);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String host = String.format("desk-%03d", i);
            int failing = i % 20 == 7 ? i / 20 % STAGES.size() + 1 : 0;
            String id = UUID.randomUUID().toString();
            all.add(machines.submit(() -> {
                int last = failing == 0 ? STAGES.size() : failing;
                send(token, report(host, 1, SetupGrade.SETUP_GRADE_RUNNING, "").setSetupId(id));
                if (failing > 0) {
                    assertThat(list().path("installations")
                                    .valueStream()
                                    .map(one -> one.path("host").asString()))
                            .contains(host);
                }
                SetupGrade grade = failing == 0 ? SetupGrade.SETUP_GRADE_OK : SetupGrade.SETUP_GRADE_FAILED;
                send(token, report(host, last, grade, "").setSetupId(id).setEnded(true));
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get(2, TimeUnit.MINUTES);
        }
        machines.shutdown();

        Map<String, Integer> states = new TreeMap<>();
        Map<String, Integer> hosts = new TreeMap<>();
        Map<String, Integer> failed = new TreeMap<>();
        for (JsonNode one : list().path("installations")) {
            states.merge(one.path("state").asString(), 1, Integer::sum);
            hosts.merge(one.path("host").asString(), 1, Integer::sum);
            if (one.path("state").asString().equals("FAILED")) {
                JsonNode stages = one.path("stages");
                failed.merge(stages.get(stages.size() - 1).path("stage").asString(), 1, Integer::sum);
            }
        }
        assertThat(states).isEqualTo(Map.of("DONE", 190, "FAILED", 10));
        assertThat(hosts)
                .hasSize(200)
                .allSatisfy((host, count) -> assertThat(count).isOne());
        assertThat(failed).hasSize(STAGES.size());
        assertThat(list().path("expected").asInt()).isEqualTo(200);
    }

    @Test
    void theListOutlivesARestartAndAMachineCanBeTakenOffIt() throws Exception {
        send(token(1), report("desk-1", 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        server.close();
        server = start(folder);
        String id = only().path("id").asString();
        assertThat(send(request("/api/v1/installations/" + id).DELETE()).statusCode())
                .isEqualTo(204);
        assertThat(list().path("installations")).isEmpty();
        assertThat(send(request("/api/v1/installations/" + id).DELETE()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void expectedMachinesThatHaveNotBeenSeenAreNamedAndThoseThatNobodyExpectedAreMarked() throws Exception {
        JoinToken token = token(5);
        for (String host : List.of("Desk-1", "desk-2.example.org", "stranger")) {
            send(
                    token,
                    report(host, 7, SetupGrade.SETUP_GRADE_OK, "")
                            .setSetupId("setup-of-" + host.replace('.', '-'))
                            .setEnded(true));
        }
        assertThat(list().path("expected").asInt()).isEqualTo(5);
        assertThat(list().path("named").asBoolean()).isFalse();
        assertThat(unexpected()).isEmpty();

        assertThat(expect(
                                "[\" desk-1 \", \"\", \"DESK-2\", \"desk-3.example.org\", \"desk-3.example.org\", \"desk-4\"]")
                        .statusCode())
                .isEqualTo(204);

        assertThat(list().path("expected").asInt()).isEqualTo(4);
        assertThat(list().path("named").asBoolean()).isTrue();
        assertThat(list().path("unseen").valueStream().map(JsonNode::asString))
                .containsExactly("desk-3.example.org", "desk-4");
        assertThat(unexpected()).containsExactly("stranger");
        send(token, report("desk-3", 1, SetupGrade.SETUP_GRADE_RUNNING, ""));
        assertThat(list().path("unseen").valueStream().map(JsonNode::asString)).containsExactly("desk-4");
        assertThat(JSON.readTree(send(request("/api/v1/audit?action=installation.expect"))
                                .body())
                        .path("entries")
                        .get(0)
                        .path("detail")
                        .asString())
                .isEqualTo("4 machines");

        server.close();
        server = start(folder);
        assertThat(JSON.readTree(send(request("/api/v1/installations/expected")).body())
                        .path("names")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactly("desk-1", "desk-2", "desk-3.example.org", "desk-4");
        assertThat(expect("[]").statusCode()).isEqualTo(204);
        assertThat(list().path("named").asBoolean()).isFalse();
        assertThat(list().path("unseen")).isEmpty();
        assertThat(unexpected()).isEmpty();
    }

    @Test
    void namesThatNoMachineCanHaveAreRefusedAndChangeNothing() throws Exception {
        expect("[\"desk-1\"]");
        HttpResponse<String> refused = expect("[\"desk-2\", \"desk 3\"]");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("name: desk 3 (expected: the host name of a machine");
        assertThat(expect("[null]").statusCode()).isEqualTo(400);
        assertThat(expect("null").body()).contains("names: missing (expected: ");
        String many =
                IntStream.rangeClosed(0, 5_000).mapToObj(i -> "\"d" + i + "\"").collect(Collectors.joining(","));
        assertThat(expect("[" + many + "]").body()).contains("names: 5001 (expected: at most 5000)");
        assertThat(list().path("unseen").valueStream().map(JsonNode::asString)).containsExactly("desk-1");
    }

    private HttpResponse<String> expect(String names) throws Exception {
        return send(request("/api/v1/installations/expected")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"names\": " + names + "}")));
    }

    /** The commands of the guide. */
    @Test
    void theCommandTakesAFileOfExpectedMachinesAndListsThem() throws Exception {
        Path file = Files.writeString(folder.resolve("machines.txt"), "Desk-1\n\ndesk-2\r\n desk-3.example.org \n");
        assertThat(execute(0, "installations", "expect", file.toString())).isEqualTo("expected: 3 machines\n");
        assertThat(execute(0, "installations", "expected")).isEqualTo("desk-1\ndesk-2\ndesk-3.example.org\n");

        JoinToken token = token(2);
        send(
                token,
                report("desk-2", 3, SetupGrade.SETUP_GRADE_FAILED, "join token: expired (hint: ./deskmeter enrol)")
                        .setEnded(true));
        send(
                token,
                report("stranger", 7, SetupGrade.SETUP_GRADE_OK, "")
                        .setSetupId("setup-of-stranger")
                        .setEnded(true));
        List<String> lines = execute(0, "installations", "list").lines().toList();
        assertThat(lines.get(0)).matches("Host +State +Stage +Agent +Version +Last report +Remedy");
        assertThat(lines.get(1)).startsWith("stranger").contains("done, not expected  verify: ok");
        assertThat(lines.get(2))
                .startsWith("desk-2")
                .contains("failed", "enrol: ok")
                .endsWith("./deskmeter enrol");
        assertThat(lines.subList(3, lines.size()))
                .satisfiesExactly(
                        unseen -> assertThat(unseen).matches("desk-1 +not seen"),
                        unseen -> assertThat(unseen).matches("desk-3.example.org +not seen"));

        Files.writeString(file, "desk 3\n");
        assertThat(execute(2, "installations", "expect", file.toString()))
                .contains("name: desk 3 (expected: the host name of a machine");
        Files.write(file, new byte[] {'d', (byte) 0xff});
        assertThat(execute(2, "installations", "expect", file.toString()))
                .contains(file + ": not in UTF-8 (expected: ");
        Files.write(file, new byte[2_000_001]);
        assertThat(execute(2, "installations", "expect", file.toString())).contains("more than 2000000 bytes");
        assertThat(execute(2, "installations", "expect", folder.resolve("none").toString()))
                .contains("none: ", "(expected: a file with host names, one to a line)");
        assertThat(execute(2, "installations")).contains("installations: none (expected: list, expected or expect");
        assertThat(execute(0, "installations", "expected").lines()).hasSize(3);

        Files.writeString(file, "\n");
        assertThat(execute(0, "installations", "expect", file.toString())).isEqualTo("expected: not known\n");
        assertThat(list().path("named").asBoolean()).isFalse();
    }

    private String execute(int expected, String... words) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8);
        List<String> all = new ArrayList<>(List.of(words));
        if (words.length > 1) {
            all.addAll(List.of(
                    "--controller",
                    server.address().toString(),
                    "--token-file",
                    server.tokenFile(TokenRole.ADMIN).toString()));
        }
        assertThat(Commands.execute(all.toArray(String[]::new), to, to))
                .as("%s", printed)
                .isEqualTo(expected);
        return printed.toString(StandardCharsets.UTF_8);
    }

    private List<String> unexpected() throws Exception {
        return list().path("installations")
                .valueStream()
                .filter(one -> one.path("unexpected").asBoolean())
                .map(one -> one.path("host").asString())
                .toList();
    }

    private JsonNode only() throws Exception {
        JsonNode all = list().path("installations");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private JsonNode list() throws Exception {
        HttpResponse<String> answer = send(request("/api/v1/installations").GET());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private void send(JoinToken token, SetupReport.Builder report) throws Exception {
        SetupReportClient.send("127.0.0.1", port(), token, report.build());
    }

    private int port() {
        return LinkAddress.parse("address", server.machineAddress().orElseThrow())
                .port();
    }

    private JoinToken token(int machines) throws Exception {
        HttpResponse<String> answer = send(request("/api/v1/enrolments")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"machines\": " + machines + "}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JoinToken.parse(JSON.readTree(answer.body()).path("token").asString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return Clients.of(() -> server).send(request.build(), BodyHandlers.ofString());
    }
}
