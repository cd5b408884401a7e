package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.RemoteSettings;
import io.deskmeter.controller.enrolment.AuthorityToJoin;
import io.deskmeter.controller.enrolment.StolenAuthority;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.controller.secrets.SecretsKeyFile;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RenewCertificate;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two controllers with one store and one authority: machines join either, and work for both. */
@Tag("slow")
class SharedAuthorityTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private SharedControllers both;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer first;

    private final List<LinkPeer> peers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        both = new SharedControllers(folder, TestDatabase.url());
        first = both.start(folder.resolve("first"), remote(null));
    }

    @AfterEach
    void stop() throws Exception {
        peers.forEach(LinkPeer::close);
        both.close();
    }

    private static RemoteSettings remote(@Nullable AuthorityToJoin authority) {
        return new RemoteSettings(new MachineListener("127.0.0.1", 0, List.of()), false, authority, null, null, null);
    }

    private ControllerServer second(JoinToken token) throws Exception {
        return both.start(
                folder.resolve("second"),
                remote(new AuthorityToJoin("127.0.0.1", port(first), () -> Optional.of(token), "rack-2")));
    }

    private static int port(ControllerServer server) {
        String address = server.machineAddress().orElseThrow();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static HttpResponse<String> post(ControllerServer server, String path, String body) throws Exception {
        return Clients.of(() -> server)
                .send(
                        HttpRequest.newBuilder(server.address().resolve("/api/v1/enrolments" + path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static JoinToken token(ControllerServer server, String request) throws Exception {
        HttpResponse<String> made = post(server, "", request);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JoinToken.parse(
                JsonMapper.shared().readTree(made.body()).path("token").asString());
    }

    private static JoinToken forController(ControllerServer server) throws Exception {
        return token(server, "{\"asController\": true}");
    }

    private static KeyAndChain join(ControllerServer server) throws Exception {
        return EnrolmentClient.enrol("127.0.0.1", port(server), token(server, "{}"), "machine");
    }

    private LinkPeer peer(ControllerServer server, KeyAndChain machine) {
        LinkClientSettings settings =
                LinkClientSettings.to("127.0.0.1", port(server)).withTls(LinkTls.agent(() -> machine));
        LinkPeer peer = new LinkPeer(
                settings,
                Hello.newBuilder()
                        .setProtocol(1)
                        .setAgentId("self-declared")
                        .setInstance("of " + MachineIdentity.commonName(machine.certificate()))
                        .setHost("host")
                        .setVersion("1")
                        .setRole(AgentRole.AGENT_ROLE_CLIENT)
                        .build());
        peers.add(peer);
        return peer;
    }

    private JsonNode controllers() throws Exception {
        return JsonMapper.shared()
                .readTree(both.get(first, "/api/v1/enrolments/controllers").body());
    }

    /**
     * Reproducer: each controller of a store had an authority of its own, and refused the machines of the other one.
     */
    @Test
    void machinesThatHaveJoinedOneControllerWorkForTheOther() throws Exception {
        ControllerServer second = second(forController(first));
        assertThat(second.authority()).isEqualTo(first.authority());

        KeyAndChain ofFirst = join(first);
        KeyAndChain ofSecond = join(second);
        assertThat(ofSecond.chain()).hasSize(3);
        for (KeyAndChain machine : List.of(ofFirst, ofSecond)) {
            for (ControllerServer server : List.of(first, second)) {
                // Another controller of the store knows a new machine a moment later: until then the agent tries again.
                peer(server, machine).connected();
            }
        }
        JsonNode known = controllers();
        assertThat(known).hasSize(1);
        assertThat(known.get(0).path("host").asString()).isEqualTo("rack-2");
        assertThat(second.issuingAs()).hasValue(known.get(0).path("id").asString());
    }

    @Test
    void aRestartWithTheSameOptionsKeepsWhatTheFirstStartHasGot() throws Exception {
        JoinToken token = forController(first);
        ControllerServer second = second(token);
        KeyAndChain machine = join(second);
        second.close();

        ControllerServer again = second(token);

        peer(again, machine).connected();
        assertThat(controllers()).hasSize(1);
    }

    /** Reproducer: it became an authority of its own, without a word. */
    @Test
    void aControllerThatIsToJoinAnotherDoesNotStartWithoutAToken() throws Exception {
        AuthorityToJoin withoutToken = new AuthorityToJoin("127.0.0.1", port(first), Optional::empty, "rack-2");
        assertThatThrownBy(() -> both.start(folder.resolve("second"), remote(withoutToken)))
                .hasMessageContaining("--authority-of: 127.0.0.1:" + port(first) + " without a join token (expected: ");
        assertThat(folder.resolve("second/authority.pem")).doesNotExist();
        second(forController(first)).close();
        both.start(folder.resolve("second"), remote(withoutToken));
    }

    /**
     * Reproducer: the start spent the token, and was refused then, because machines know this controller by another
     * authority.
     */
    @Test
    void noTokenIsSpentForAnAuthorityThatCannotBeUsed() throws Exception {
        ControllerServer second = both.start(folder.resolve("second"), remote(null));
        var unused = join(second);
        second.close();
        Files.move(folder.resolve("second/authority.pem"), folder.resolve("kept.pem"));
        JoinToken token = forController(first);
        assertThatThrownBy(() -> second(token)).hasMessageContaining("and the join token is of " + first.authority());
        assertThat(controllers()).isEmpty();
    }

    /** Reproducer: the link ended for good, though the agent's new certificate was of the other controller. */
    @Test
    void anAgentWhoseCertificateAnotherControllerHasRenewedStays() throws Exception {
        ControllerServer second = second(forController(first));
        KeyAndChain machine = join(second);
        String id = MachineIdentity.commonName(machine.certificate());
        LinkPeer peer = peer(first, machine).connected();
        KeyPair keys = EnrolmentProof.newKeys();
        peer.endsLink(FromAgent.newBuilder()
                .setRenewCertificate(RenewCertificate.newBuilder()
                        .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                        .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.RENEW, id, keys))))
                .build());
        int ends = peer.ends().size();
        HttpResponse<String> revoked =
                post(first, "/controllers/" + second.issuingAs().orElseThrow() + "/revocation", "{}");
        assertThat(revoked.statusCode()).isEqualTo(204);
        peer.settle();
        assertThat(peer.ends()).hasSize(ends);
    }

    /**
     * Reproducer: with the key of one controller a thief was any agent, and could have its certificate renewed by
     * another controller, which outlived the revocation of the first.
     */
    @Test
    void aCertificateThatNoControllerHasStoredIsRefused() throws Exception {
        ControllerServer second = second(forController(first));
        KeyAndChain ofFirst = join(first);
        KeyAndChain ofSecond = join(second);
        SecretsKey secrets = SecretsKeyFile.open(folder.resolve("second"), null);
        for (KeyAndChain machine : List.of(ofFirst, ofSecond)) {
            peer(first, machine).connected();
            KeyAndChain thief = StolenAuthority.agent(
                    folder.resolve("second"), secrets, MachineIdentity.commonName(machine.certificate()));
            LinkPeer refused = peer(first, thief).answered();
            assertThat(refused.ends()).last().asString().contains("certificate: not one that is stored for this agent");
            assertThat(refused.welcomes()).isZero();
        }
    }

    /** An answer can be lost on its way: then the agent asks again with the certificate that it has. */
    @Test
    void anAgentConnectsWithItsNewestCertificateAndWithTheOneBefore() throws Exception {
        ControllerServer second = second(forController(first));
        KeyAndChain machine = join(second);
        var unused = renew(second, machine);
        KeyAndChain newest = renew(second, machine);
        peer(second, newest).connected().close();
        KeyAndChain after = renew(second, newest);
        peer(second, after).connected().close();
        peer(second, newest).connected().close();
        LinkPeer refused = peer(second, machine).answered();
        assertThat(refused.welcomes()).isZero();
        assertThat(refused.ends()).last().asString().contains("certificate: not one that is stored for this agent");
    }

    private KeyAndChain renew(ControllerServer server, KeyAndChain machine) throws Exception {
        LinkPeer peer = peer(server, machine).connected();
        KeyPair keys = EnrolmentProof.newKeys();
        String id = MachineIdentity.commonName(machine.certificate());
        peer.endsLink(FromAgent.newBuilder()
                .setRenewCertificate(RenewCertificate.newBuilder()
                        .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                        .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.RENEW, id, keys))))
                .build());
        FromController issued = peer.await1(FromController::hasCertificateIssued);
        peer.close();
        return EnrolmentClient.issued(
                keys, issued.getCertificateIssued().getCertificatesList(), Fingerprint.of(machine.authority()));
    }

    @Test
    void aTokenIsForAControllerOrForAgentsAndForOneController() throws Exception {
        JoinToken one = forController(first);
        assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port(first), one, "machine"))
                .hasMessageContaining("join token: for a controller (expected: one for agents");
        JoinToken agents = token(first, "{}");
        assertThatThrownBy(() -> EnrolmentClient.enrolController("127.0.0.1", port(first), agents, "machine"))
                .hasMessageContaining("join token: for agents (expected: one for a controller");
        EnrolmentClient.enrolController("127.0.0.1", port(first), one, "machine");
        assertThatThrownBy(() -> EnrolmentClient.enrolController("127.0.0.1", port(first), one, "machine"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("used for 1 of 1");
    }

    /** Whoever has its key must not be able to make controllers that nobody has invited. */
    @Test
    void aControllerThatHasJoinedLetsNoOtherOneJoin() throws Exception {
        ControllerServer second = second(forController(first));
        HttpResponse<String> refused = post(second, "", "{\"asController\": true}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("(expected: the controller that has the authority");
        JoinToken token = forController(first);
        assertThatThrownBy(() -> EnrolmentClient.enrolController("127.0.0.1", port(second), token, "rack-3"))
                .hasMessageContaining("(expected: the address of the controller that has made the join token")
                .hasMessageContaining("the token has not been sent");
        // It has not been spent, either.
        var unused = EnrolmentClient.enrolController("127.0.0.1", port(first), token, "rack-3");
    }

    @Test
    void aRevokedControllerHasIssuedNothing() throws Exception {
        ControllerServer second = second(forController(first));
        KeyAndChain ofFirst = join(first);
        KeyAndChain ofSecond = join(second);
        LinkPeer stays = peer(first, ofFirst).connected();
        LinkPeer ends = peer(first, ofSecond).connected();
        String id = second.issuingAs().orElseThrow();

        HttpResponse<String> revoked =
                post(first, "/controllers/" + id + "/revocation", "{\"reason\": \"returned to the lender\"}");

        assertThat(revoked.statusCode()).as(revoked.body()).isEqualTo(204);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(ends.ends())
                        .last()
                        .asString()
                        .contains("rack-2, which was revoked at ", ": returned to the lender (expected: "));
        LinkPeer again = peer(first, ofSecond).answered();
        assertThat(again.welcomes()).isZero();
        assertThat(stays.ends()).isEmpty();
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> join(second))
                        .hasMessageContaining("may not issue certificates any more"));
        assertThat(post(first, "/controllers/nobody/revocation", "{}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void anAuthorityThatIsThereIsNotReplacedByThatOfAnother() throws Exception {
        both.start(folder.resolve("second"), remote(null)).close();
        Path file = folder.resolve("second/authority.pem");
        String before = Files.readString(file);
        JoinToken token = forController(first);
        assertThatThrownBy(() -> second(token))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("(expected: " + first.authority());
        assertThat(Files.readString(file)).isEqualTo(before);
    }
}
