package io.deskmeter.controller.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RenewCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Machines join a real controller over TLS, work as who their certificate says, and are revoked. */
@Tag("slow")
class EnrolmentTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final SecretsKey KEY = new SecretsKey(SecretsKey.random());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String JOINED = "done  127.0.0.1 agents machine";
    private static final String REFUSED = "refused  127.0.0.1 agents machine";

    private static ControllerServer shared;
    private static Path workloads;

    @TempDir
    Path folder;

    private ControllerServer server;
    private final List<LinkPeer> peers = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startShared(@TempDir Path data) throws Exception {
        workloads = SampleRoot.create(data.resolve("workloads"));
        shared = start(data.resolve("data"));
    }

    @AfterAll
    static void stopShared() {
        shared.close();
    }

    @BeforeEach
    void useShared() {
        server = shared;
    }

    private static ControllerServer start(Path data) throws Exception {
        return ControllerServer.start(
                ControllerSettings.of(data, workloads).withMachines(new MachineListener("127.0.0.1", 0, List.of())));
    }

    private ControllerServer start(String data) throws Exception {
        return start(folder.resolve(data));
    }

    /** For what another test must not find, or what restarts it. */
    private void useOwn() throws Exception {
        server = start("data");
    }

    @AfterEach
    void stop() {
        peers.forEach(LinkPeer::close);
        if (server != shared) {
            server.close();
        }
    }

    @Test
    void aMachineThatJoinsIsTheAgentOfItsCertificateWithTheLabelsOfItsToken() throws Exception {
        KeyAndChain machine = join(token(1, "site-a"));
        String id = MachineIdentity.commonName(machine.certificate());

        // It says that it is another agent, with another label.
        LinkPeer peer = peer(machine, hello("somebody-else").addLabels("site-z"));

        peer.connected();
        JsonNode agent = agents().valueStream()
                .filter(one -> one.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(agent.path("labels").values().stream().map(JsonNode::asString))
                .containsExactly("site-a");
    }

    @Test
    void aTokenIsGoodForAsManyMachinesAsItWasMadeFor() throws Exception {
        useOwn();
        JoinToken two = token(2);
        String first = MachineIdentity.commonName(join(two).certificate());
        assertThat(MachineIdentity.commonName(join(two).certificate())).isNotEqualTo(first);

        assertThatThrownBy(() -> join(two))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("used for 2 of 2 machines (expected: ");
        JsonNode token = get("/api/v1/enrolments").get(0);
        assertThat(token.path("joined").asInt()).isEqualTo(2);
        // Reproducer: the audit log said who had made the token, and nothing of the machines that joined with it.
        List<JsonNode> joins = joins();
        assertThat(joins).extracting(EnrolmentTest::audited).containsExactly(REFUSED, JOINED, JOINED);
        assertThat(joins.get(0).path("detail").asString()).contains("used for 2 of 2 machines");
        assertThat(joins.get(2).path("detail").asString())
                .isEqualTo(
                        "agent " + first + " by join token " + token.path("id").asString());
    }

    /**
     * Reproducer: a machine that was switched off before it had the answer could not join any more, as its token was
     * spent.
     */
    @Test
    void whoAsksAgainWithTheSameTokenKeyAndNameIsTheSameAgentAndSpendsNothing() throws Exception {
        useOwn();
        JoinToken one = token(1);
        KeyPair keys = EnrolmentProof.newKeys();
        String agent = MachineIdentity.commonName(join(one, "machine", keys).certificate());

        KeyAndChain again = join(one, "machine", keys);

        assertThat(MachineIdentity.commonName(again.certificate())).isEqualTo(agent);
        assertThat(get("/api/v1/enrolments").get(0).path("joined").asInt()).isOne();
        assertThat(get("/api/v1/enrolments/agents")).hasSize(1);
        String token = get("/api/v1/enrolments").get(0).path("id").asString();
        assertThat(joins().get(0).path("detail").asString())
                .isEqualTo("agent " + agent + " once more by join token " + token);
        peer(again, hello(agent)).connected();

        assertThatThrownBy(() -> join(one, "machine", EnrolmentProof.newKeys()))
                .as("another key")
                .hasMessageContaining("used for 1 of 1 machines");
        assertThatThrownBy(() -> join(one, "a-copy", keys))
                .as("a copy of the machine, with another name")
                .hasMessageContaining("used for 1 of 1 machines");
        assertThat(send(request("/api/v1/enrolments/agents/" + agent + "/revocation")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(204);
        assertThatThrownBy(() -> join(one, "machine", keys))
                .as("a revoked agent")
                .hasMessageContaining("used for 1 of 1 machines");
    }

    /**
     * Reproducer: with a token for one machine, one machine got 500 certificates and as many entries of the audit log.
     */
    @Test
    void whoAsksAgainGetsAFewCertificatesAndNoneOnceItHasConnected() throws Exception {
        JoinToken one = token(1);
        KeyPair keys = EnrolmentProof.newKeys();
        KeyAndChain machine = join(one, "again", keys);
        String agent = MachineIdentity.commonName(machine.certificate());
        for (int again = 0; again < RenewalLimit.MOST; again++) {
            machine = join(one, "again", keys);
        }
        assertThatThrownBy(() -> join(one, "again", keys))
                .hasMessageContaining(RenewalLimit.MOST + " certificates in an hour (expected: fewer; ");
        peer(machine, hello(agent)).connected();

        assertThatThrownBy(() -> join(one, "again", keys))
                .hasMessageContaining("has connected since (expected: a machine that has not got its certificate yet");
        assertThat(get("/api/v1/audit?action=agent.join").path("entries").values().stream()
                        .filter(entry -> entry.path("target").asString().equals("again"))
                        .filter(entry -> entry.path("outcome").asString().equals("done")))
                .hasSize(1 + RenewalLimit.MOST);
    }

    @Test
    void aWithdrawnTokenIsOfNoUseToWhoAsksAgain() throws Exception {
        JoinToken one = token(1);
        KeyPair keys = EnrolmentProof.newKeys();
        join(one, "machine", keys);
        String id = get("/api/v1/enrolments").get(0).path("id").asString();
        assertThat(send(request("/api/v1/enrolments/" + id).DELETE()).statusCode())
                .isEqualTo(204);

        assertThatThrownBy(() -> join(one, "machine", keys)).hasMessageContaining("withdrawn (expected: ");
    }

    private KeyAndChain join(JoinToken token, String machine, KeyPair keys) throws IOException {
        return EnrolmentClient.enrol("127.0.0.1", port(address()), token, machine, keys);
    }

    private static String audited(JsonNode entry) {
        return Stream.of("outcome", "user", "address", "listener", "target")
                .map(field -> entry.path(field).asString())
                .collect(Collectors.joining(" "));
    }

    /** An agent's joins, newest first. */
    private List<JsonNode> joins() throws Exception {
        return get("/api/v1/audit?action=agent.join").path("entries").values().stream()
                .toList();
    }

    /** Reproducer: an agent got 2,000 certificates a minute, and the audit log had no entry of one. */
    @Test
    void anAgentRenewsItsCertificateSoOftenAndNoMoreAndEachTimeHasAnEntry() throws Exception {
        KeyAndChain machine = join(token(1));
        String id = MachineIdentity.commonName(machine.certificate());
        LinkPeer peer = peer(machine, hello(id)).connected();
        int ends = peer.ends().size();

        for (int asked = 0; asked < RenewalLimit.MOST + 5; asked++) {
            peer.endsLink(renewal(EnrolmentProof.newKeys(), id));
        }
        peer.settle();

        assertThat(peer.received())
                .filteredOn(FromController::hasCertificateIssued)
                .hasSize(RenewalLimit.MOST);
        // Its clock may be wrong: it works on.
        assertThat(peer.ends()).hasSize(ends);
        assertThat(get("/api/v1/audit?action=agent.renew").path("entries").values().stream()
                        .filter(entry -> entry.path("target").asString().equals(id)))
                .hasSize(RenewalLimit.MOST)
                .extracting(EnrolmentTest::audited)
                .containsOnly("done  127.0.0.1 agents " + id);
    }

    /** Whoever reaches the port without a valid token must not be able to fill the store. */
    @Test
    void refusedJoinsHaveAsManyEntriesAsOtherRefusedRequests() throws Exception {
        useOwn();
        JoinToken made = token(1);
        JoinToken foreign = new JoinToken(made.authority(), Token.random());
        for (int i = 0; i < 64; i++) {
            assertThatThrownBy(() -> join(foreign)).isInstanceOf(IOException.class);
        }
        // The limit is that of a minute, of which two may have begun.
        assertThat(joins()).hasSizeBetween(60, 63);
        join(made);
        assertThat(audited(joins().get(0))).isEqualTo(JOINED);
    }

    @Test
    void tokensThatAreUnknownOrWithdrawnAreRefused() throws Exception {
        JoinToken made = token(1);
        assertThatThrownBy(() -> join(new JoinToken(made.authority(), Token.random())))
                .hasMessageContaining("unknown to this controller");

        String id = get("/api/v1/enrolments").get(0).path("id").asString();
        assertThat(send(request("/api/v1/enrolments/" + id).DELETE()).statusCode())
                .isEqualTo(204);
        assertThatThrownBy(() -> join(made)).hasMessageContaining("withdrawn (expected: ");
    }

    @Test
    void anImpostorIsFoundOutBeforeItGetsTheToken() throws Exception {
        JoinToken ours = token(1);
        try (ControllerServer impostor = start("impostor")) {
            String address = impostor.machineAddress().orElseThrow();
            assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port(address), ours, "machine"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("(expected: " + ours.authority());
        }
        assertThat(join(ours).chain()).hasSize(2);
    }

    @Test
    void theNameOfTheControllerIsChecked() throws Exception {
        JoinToken token = token(1);
        // Another address of this machine, which its certificate does not have.
        assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.2", port(address()), token, "machine"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void thePortWithoutTlsMakesNoAgents() throws Exception {
        JoinToken token = token(1);
        assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port(server.linkAddress()), token, "machine"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("without TLS");
    }

    @Test
    void clientAgentsWithoutACertificateAreRefusedAlsoWithTheSecretOfAgents() throws Exception {
        LinkClientSettings settings = LinkClientSettings.to("127.0.0.1", port(address()))
                .withTls(LinkTls.pinned(Fingerprint.parse(server.authority())))
                .withToken(TokenSource.of(server.tokenFile(TokenRole.AGENT)));
        LinkPeer peer = keep(new LinkPeer(settings, hello("a").build()));
        await().atMost(SOON).until(() -> !peer.ends().isEmpty());
        assertThat(peer.ends().get(0)).contains("certificate: none (expected: ");
        assertThat(peer.welcomes()).isZero();
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        KeyAndChain foreign;
        try (ControllerServer other = start("other")) {
            JoinToken token = token(other, 1);
            foreign = EnrolmentClient.enrol(
                    "127.0.0.1", port(other.machineAddress().orElseThrow()), token, "machine");
        }
        // With our authority as the trusted one, so that the controller has to notice.
        KeyAndChain mixed = new KeyAndChain(
                foreign.key(), List.of(foreign.certificate(), join(token(1)).authority()));
        LinkPeer peer = peer(mixed, hello("a"));
        await().atMost(SOON).until(() -> !peer.failures().isEmpty());
        assertThat(peer.welcomes()).isZero();
        assertThat(peer.failures().get(0)).contains("refuses this program's certificate");
    }

    @Test
    void aRevokedAgentLosesItsLinkAndStaysRefusedAfterARestart() throws Exception {
        useOwn();
        KeyAndChain machine = join(token(1));
        String id = MachineIdentity.commonName(machine.certificate());
        LinkPeer peer = peer(machine, hello("a")).connected();

        HttpResponse<String> revoked = send(request("/api/v1/enrolments/agents/" + id + "/revocation")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"reason\": \"stolen\\n\\u001b[2J\"}")));

        assertThat(revoked.statusCode()).as(revoked.body()).isEqualTo(204);
        // Reproducer: no command told the ids that `revoke` wants.
        String listed = id + " +\\S+ +client +revoked: stolen\\\\n\\\\x1b\\[2J +\\d{4}-";
        assertThat(printed("agents")).containsPattern(listed);
        await().atMost(SOON).until(() -> !peer.ends().isEmpty());
        assertThat(peer.ends().get(0)).contains("was revoked at ", "stolen\\n\\x1b[2J");
        server.close();
        server = start("data");
        LinkPeer again = peer(machine, hello("a"));
        await().atMost(SOON).until(() -> !again.ends().isEmpty());
        assertThat(again.welcomes()).isZero();
        assertThat(again.ends().get(0)).contains("was revoked at ");
        // It has not connected to this controller since its start.
        assertThat(printed("agents")).containsPattern(listed);
    }

    /** What a command prints at this controller's own machine. */
    private String printed(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        String[] words = {
            command,
            "--controller",
            server.address().toString(),
            "--token-file",
            server.tokenFile(TokenRole.ADMIN).toString()
        };
        assertThat(Commands.execute(words, stream, stream))
                .as(out.toString(StandardCharsets.UTF_8))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anAgentRenewsItsCertificateOverTheLinkForItselfOnly() throws Exception {
        KeyAndChain machine = join(token(1));
        String id = MachineIdentity.commonName(machine.certificate());
        LinkPeer peer = peer(machine, hello("a")).connected();
        KeyPair keys = EnrolmentProof.newKeys();

        peer.endsLink(renewal(keys, id));

        FromController issued = peer.received(FromController.MessageCase.CERTIFICATE_ISSUED)
                .findFirst()
                .orElseThrow();
        KeyAndChain renewed = EnrolmentClient.issued(
                keys, issued.getCertificateIssued().getCertificatesList(), Fingerprint.parse(server.authority()));
        assertThat(MachineIdentity.commonName(renewed.certificate())).isEqualTo(id);
        peer(renewed, hello("b")).connected();
        // The proof is bound to the agent that asks.
        assertThat(peer.endsLink(renewal(EnrolmentProof.newKeys(), "another"))).isTrue();
    }

    private static FromAgent renewal(KeyPair keys, String id) {
        return FromAgent.newBuilder()
                .setRenewCertificate(RenewCertificate.newBuilder()
                        .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                        .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.RENEW, id, keys))))
                .build();
    }

    @Test
    void theAuthoritySurvivesRestartsAndItsKeyIsItsOwnersAlone() throws Exception {
        useOwn();
        String before = server.authority();
        server.close();
        server = start("data");
        assertThat(server.authority()).isEqualTo(before);
        Path file = folder.resolve("data").resolve(CertificateAuthority.FILE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        server.close();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> start("data")).hasMessageContaining("rw-r----- (expected: rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        server = start("data");
    }

    @Test
    void theServerCertificateIsIssuedAnewBeforeItEnds() throws Exception {
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
        InstantSource clock = () -> now[0];
        CertificateAuthority authority =
                CertificateAuthority.open(Files.createDirectory(folder.resolve("ca")), KEY, clock);
        ServerCertificate certificate = new ServerCertificate(authority, List.of("localhost", "::1"), clock);
        KeyAndChain first = certificate.get();
        now[0] = now[0].plus(Duration.ofDays(50));
        assertThat(certificate.get()).isSameAs(first);
        now[0] = now[0].plus(Duration.ofDays(12));
        assertThat(certificate.get().certificate().getNotAfter().toInstant())
                .isAfter(first.certificate().getNotAfter().toInstant());
    }

    /**
     * Reproducer: after a start with a clock that was a day ahead, no machine could join or connect until that day was
     * over.
     */
    @Test
    void theServerCertificateIsIssuedAnewWhenTheClockGoesBack() throws Exception {
        Instant right = Instant.parse("2026-01-01T00:00:00Z");
        Instant[] now = {right.plus(Duration.ofDays(1))};
        InstantSource clock = () -> now[0];
        CertificateAuthority authority =
                CertificateAuthority.open(Files.createDirectory(folder.resolve("ca")), KEY, clock);
        ServerCertificate certificate = new ServerCertificate(authority, List.of("localhost"), clock);
        KeyAndChain ahead = certificate.get();
        now[0] = right;

        KeyAndChain anew = certificate.get();
        assertThat(anew).isNotSameAs(ahead);
        for (X509Certificate one : anew.chain()) {
            assertThat(one.getNotBefore().toInstant()).isBefore(right);
        }
        assertThat(certificate.get()).isSameAs(anew);
    }

    @Test
    void machinesThatJoinAtTheSameTimeAreKnownAtOnce() throws Exception {
        int machines = 60;
        JoinToken many = token(machines);
        List<String> refusals = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(machines / 2);
        List<Future<LinkPeer>> all = new ArrayList<>();
        for (int i = 0; i < machines; i++) {
            String name = "m" + i;
            all.add(pool.submit(() -> peer(join(many), hello(name)).answered()));
        }
        for (Future<LinkPeer> one : all) {
            refusals.addAll(one.get().ends());
        }
        pool.shutdown();
        assertThat(refusals).isEmpty();
    }

    @Test
    void ofMoreMachinesThanATokenIsForOnlyThoseJoin() throws Exception {
        useOwn();
        JoinToken five = token(5);
        AtomicInteger joined = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(50);
        for (int i = 0; i < 50; i++) {
            Future<?> unused = pool.submit(() -> {
                KeyAndChain got = join(five);
                joined.addAndGet(got.chain().size() - 1);
                return got;
            });
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(joined).hasValue(5);
        assertThat(get("/api/v1/enrolments/agents")).hasSize(5);
    }

    @Test
    void theIdOfAMachineThatHasJoinedIsOfNoUseWithoutItsCertificate() throws Exception {
        KeyAndChain machine = join(token(1));
        String id = MachineIdentity.commonName(machine.certificate());
        Hello.Builder desktop = hello(id).setRole(AgentRole.AGENT_ROLE_DESKTOP);
        LinkPeer byDesktopToken =
                keep(new LinkPeer(server, TokenRole.DESKTOP, desktop.build())).answered();
        LinkPeer byAgentToken =
                keep(new LinkPeer(server, TokenRole.AGENT, hello(id).build())).answered();

        peer(machine, hello("a")).connected();
        for (LinkPeer thief : List.of(byDesktopToken, byAgentToken)) {
            assertThat(thief.welcomes()).isZero();
            assertThat(thief.ends().get(0)).contains("is that of a machine that has joined (expected: ");
        }
    }

    @Test
    void aLabelThatIsNullIsRefused() throws Exception {
        HttpResponse<String> answer = send(request("/api/v1/enrolments")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"labels\": [null]}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    }

    @Test
    void anAuthorityWhoseKeyOrCertificateIsAnotherOneIsRefused() throws Exception {
        useOwn();
        String agent = Pem.of(join(token(1)));
        server.close();
        Path file = folder.resolve("data").resolve(CertificateAuthority.FILE);
        String good = Files.readString(file);
        int certificates = good.indexOf("-----BEGIN CERTIFICATE");
        String otherKey = agent.substring(0, agent.indexOf("-----BEGIN CERTIFICATE")) + good.substring(certificates);
        for (String damaged : List.of(otherKey, agent, good.substring(0, certificates), "")) {
            Files.writeString(file, damaged);
            assertThatThrownBy(() -> start("data")).hasMessageContaining("hint: put it back from a backup");
        }
        Files.writeString(file, good);
        server = start("data");
    }

    /** Reproducer: a new one took its place without a word, and no machine that had joined could connect. */
    @Test
    void aMissingAuthorityIsNotReplacedAfterMachinesHaveJoined() throws Exception {
        useOwn();
        String authority = server.authority();
        Path file = folder.resolve("data").resolve(CertificateAuthority.FILE);
        String lost = Files.readString(file);
        join(token(1));
        server.close();
        Files.delete(file);
        assertThatThrownBy(() -> start("data"))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("(expected: ")
                .hasMessageContaining(authority)
                .hasMessageContaining("hint: ");
        assertThat(file).doesNotExist();
        start("other").close();
        Files.copy(folder.resolve("other").resolve(CertificateAuthority.FILE), file);
        assertThatThrownBy(() -> start("data")).hasMessageContaining(authority);
        Files.writeString(file, lost);
        server = start("data");
    }

    @Test
    void anAuthorityThatNobodyHasJoinedIsReplaced() throws Exception {
        useOwn();
        String authority = server.authority();
        Path file = folder.resolve("data").resolve(CertificateAuthority.FILE);
        server.close();
        Files.delete(file);
        server = start("data");
        assertThat(server.authority()).isNotEqualTo(authority);
        server.close();
        server = start("data");
    }

    /** Reproducer: only its key and the last certificate of its chain were looked at. */
    @Test
    void aCertificateThatItsAuthorityHasNotSignedIsNotAccepted() throws Exception {
        CertificateAuthority ours = CertificateAuthority.open(folder("ours"), KEY, InstantSource.system());
        CertificateAuthority other = CertificateAuthority.open(folder("theirs"), KEY, InstantSource.system());
        KeyPair keys = EnrolmentProof.newKeys();
        List<ByteString> mixed = List.of(
                ByteString.copyFrom(other.agent("a", keys.getPublic()).get(0).getEncoded()),
                ByteString.copyFrom(ours.certificate().getEncoded()));
        assertThatThrownBy(() -> EnrolmentClient.issued(keys, mixed, ours.fingerprint()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: one that its authority has signed");
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    /** Reproducer: whoever could read the file could be the agent, and nobody was told. */
    @Test
    void anIdentityThatOthersCanReadIsNotUsed() throws Exception {
        Path state = folder("state");
        MachineIdentity.store(state, join(token(1)));
        Path file = state.resolve(MachineIdentity.FILE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> MachineIdentity.read(state)).hasMessageContaining("rw-r--r-- (expected: rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(MachineIdentity.read(state)).isPresent();
    }

    /**
     * Reproducer: a handshake asked for the certificates and for the key apart, and got those of two identities while
     * one was renewed.
     */
    @Test
    void aHandshakeHasTheKeyOfItsCertificateAlsoWhileItIsRenewed() throws Exception {
        List<KeyAndChain> two = List.of(join(token(1)), join(token(1)));
        AtomicInteger asked = new AtomicInteger();
        LinkClientSettings settings = LinkClientSettings.to("127.0.0.1", port(address()))
                .withTls(LinkTls.agent(() -> two.get(asked.getAndIncrement() % 2)));
        LinkPeer peer = keep(new LinkPeer(settings, hello("a").build()));
        peer.connected();
        assertThat(peer.failures()).isEmpty();
    }

    private JoinToken token(int machines, String... labels) throws Exception {
        return token(server, machines, labels);
    }

    private static JoinToken token(ControllerServer controller, int machines, String... labels) throws Exception {
        var body = JSON.createObjectNode().put("machines", machines);
        var array = body.putArray("labels");
        for (String label : labels) {
            array.add(label);
        }
        HttpResponse<String> made = Clients.of(() -> controller)
                .send(
                        HttpRequest.newBuilder(controller.address().resolve("/api/v1/enrolments"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body.toString()))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JoinToken.parse(JSON.readTree(made.body()).path("token").asString());
    }

    private KeyAndChain join(JoinToken token) throws IOException {
        return EnrolmentClient.enrol("127.0.0.1", port(address()), token, "machine");
    }

    private LinkPeer peer(KeyAndChain machine, Hello.Builder hello) {
        LinkClientSettings settings =
                LinkClientSettings.to("127.0.0.1", port(address())).withTls(LinkTls.agent(() -> machine));
        return keep(new LinkPeer(settings, hello.build()));
    }

    private LinkPeer keep(LinkPeer peer) {
        peers.add(peer);
        return peer;
    }

    private static Hello.Builder hello(String id) {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(id)
                .setInstance("of " + id)
                .setHost("host")
                .setVersion("1")
                .setRole(AgentRole.AGENT_ROLE_CLIENT);
    }

    private String address() {
        return server.machineAddress().orElseThrow();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private JsonNode agents() throws Exception {
        return get("/api/v1/agents");
    }

    private JsonNode get(String path) throws Exception {
        return JSON.readTree(send(request(path)).body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return Clients.of(() -> server).send(request.build(), BodyHandlers.ofString());
    }
}
