package io.deskmeter.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.cli.Commands;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.tls.PresentedChain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The port for browsers and commands of other machines, with real controllers, sockets and TLS. */
@Tag("slow")
class HttpsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    private ControllerSettings settings;

    @BeforeEach
    void prepare() throws Exception {
        settings = settings(folder);
    }

    static ControllerSettings settings(Path folder) throws IOException {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        return ControllerSettings.of(folder.resolve("data"), workloads)
                .withHttps(new MachineListener("127.0.0.1", 0, List.of("desk.example.org")));
    }

    static int port(ControllerServer server) {
        return server.httpsAddress().orElseThrow().getPort();
    }

    static HttpClient client(Fingerprint authority) {
        return HttpClient.newBuilder()
                .sslContext(LinkTls.webClient(authority))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    static HttpResponse<String> get(HttpClient client, URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(SOON);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** Those secrets are for this machine only, whatever the address of the other end is. */
    @Test
    void theSecretsOfThisMachineOpenNothing() throws Exception {
        try (ControllerServer server = ControllerServer.start(settings)) {
            HttpClient client = client(Fingerprint.parse(server.httpsAuthority()));
            URI runs = URI.create("https://127.0.0.1:" + port(server) + "/api/v1/runs");
            for (TokenRole role : TokenRole.values()) {
                String secret = Files.readString(server.tokenFile(role)).strip();
                HttpResponse<String> answer = get(client, runs, "Authorization", "Bearer " + secret);
                assertThat(answer.statusCode())
                        .as("%s: %s", role, answer.body())
                        .isEqualTo(401);
                assertThat(get(client, runs.resolve("/actuator/health"), "Authorization", "Bearer " + secret)
                                .statusCode())
                        .isEqualTo(401);
            }
            String link = server.loginLink("/").getRawQuery();
            assertThat(get(client, runs.resolve("/login?" + link)).headers().firstValue("Set-Cookie"))
                    .isEmpty();
            // The same secret works where it is meant to.
            assertThat(get(
                                    HttpClient.newHttpClient(),
                                    server.address().resolve("/api/v1/runs"),
                                    "Authorization",
                                    "Bearer "
                                            + Files.readString(server.tokenFile(TokenRole.ADMIN))
                                                    .strip())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void connectionsWithoutALoginAreCounted() throws Exception {
        try (ControllerServer server = ControllerServer.start(settings)) {
            for (int i = 0; i < 3; i++) {
                try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
                    stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    stranger.shutdownOutput();
                    assertThat(stranger.getInputStream().readAllBytes()).isNotNull();
                }
            }
            String secret = Files.readString(server.tokenFile(TokenRole.ADMIN)).strip();
            await().atMost(SOON)
                    .until(() -> get(
                                    HttpClient.newHttpClient(),
                                    server.address().resolve("/actuator/prometheus"),
                                    "Authorization",
                                    "Bearer " + secret)
                            .body()
                            .contains("deskmeter_https_connections_total{outcome=\"ended\"} 3.0"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void bothVersionsOfTlsAreSpokenAndOtherHostsRefused(String version) throws Exception {
        try (ControllerServer server = ControllerServer.start(settings)) {
            assertThat(status(raw(server, version, "localhost:" + port(server))))
                    .isEqualTo(401);
            // Also through a forwarded port.
            assertThat(status(raw(server, version, "desk.example.org"))).isEqualTo(401);
            assertThat(status(raw(server, version, "evil.example.org:" + port(server))))
                    .isEqualTo(421);
        }
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    private static String raw(ControllerServer server, String version, String host) throws Exception {
        var tls = LinkTls.webClient(Fingerprint.parse(server.httpsAuthority()));
        try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port(server))) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setProtocols(new String[] {version});
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /api/v1/runs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aPortThatIsTakenOrThatOfTheOtherListenerIsRefused() throws Exception {
        try (ControllerServer server = ControllerServer.start(settings)) {
            int taken = port(server);
            assertThatThrownBy(() ->
                            ControllerServer.start(ControllerSettings.of(folder.resolve("other"), settings.workloads())
                                    .withHttps(new MachineListener("127.0.0.1", taken, List.of()))))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("--https: 127.0.0.1:" + taken + " cannot be used: ")
                    .hasMessageContaining("(expected: an address of this machine and a free port)");
        }
        assertThatThrownBy(() ->
                        ControllerServer.start(ControllerSettings.of(folder.resolve("other"), settings.workloads())
                                .withPorts(18_089, 0)
                                .withHttps(new MachineListener("0.0.0.0", 18_089, List.of()))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--https: port 18089 (expected: another port than that of --http-port");
    }

    @Test
    void aCompanysCertificateIsShownAndRenewedWhileAgentsKeepTheirAuthority() throws Exception {
        Company company = new Company(folder.resolve("company"));
        KeyAndChain first = company.issue("127.0.0.1", "old.example.org");
        ControllerSettings both = settings.withMachines(new MachineListener("127.0.0.1", 0, List.of()))
                .withCertificate(company.put(first));
        JoinToken token;
        try (ControllerServer server = ControllerServer.start(both)) {
            int agents = agentsPort(server);
            assertThat(server.httpsAuthority()).isEqualTo(company.fingerprint().text());
            assertThat(shown(port(server))).isEqualTo(first.certificate());
            // Whoever does not ask for the controller's own authority, as a scanner of the company, sees the company's.
            assertThat(shown(agents)).isEqualTo(first.certificate());
            token = join(server);
            assertThat(token.authority().text()).isEqualTo(server.authority());
            assertThat(EnrolmentClient.enrol("127.0.0.1", agents, token, "a").authority())
                    .isNotEqualTo(company.certificate());
            HttpClient open = client(company.fingerprint());
            URI uri = URI.create("https://127.0.0.1:" + port(server) + "/api/v1/runs");
            assertThat(get(open, uri).statusCode()).isEqualTo(401);

            KeyAndChain second = company.issue("127.0.0.1", "new.example.org");
            company.put(second);
            await().atMost(SOON).until(() -> shown(port(server)).equals(second.certificate()));
            assertThat(shown(agents)).isEqualTo(second.certificate());
            assertThat(EnrolmentClient.enrol("127.0.0.1", agents, join(server), "b")
                            .authority())
                    .isNotEqualTo(company.certificate());
            assertThat(get(client(company.fingerprint()), uri).statusCode()).isEqualTo(401);
            await().atMost(SOON).until(() -> status(raw(server, "TLSv1.3", "new.example.org")) == 401);
            assertThat(status(raw(server, "TLSv1.3", "old.example.org"))).isEqualTo(421);
        }
        // A controller that has its own certificate only is the same one for them.
        try (ControllerServer server =
                ControllerServer.start(settings.withMachines(new MachineListener("127.0.0.1", 0, List.of())))) {
            assertThat(Fingerprint.of(EnrolmentClient.enrol("127.0.0.1", agentsPort(server), join(server), "c")
                            .authority()))
                    .isEqualTo(token.authority());
            assertThat(server.httpsAuthority()).isEqualTo(server.authority());
            // Reproducer: the message was "1213486160 bytes", the first letters of a web server's answer.
            JoinToken unspent = join(server);
            assertThatThrownBy(() -> EnrolmentClient.enrol("127.0.0.1", port(server), unspent, "d"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("an answer of a web server (expected: a controller's port for agents")
                    .hasMessageContaining("that of --agents, not of --https");
            // And the other way round it was "Invalid status line".
            Path tokenFile = Files.writeString(folder.resolve("a.token"), "dmt_" + "A1b2-_".repeat(7) + "x");
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            String[] words = {
                "runs",
                "list",
                "--controller",
                "https://127.0.0.1:" + agentsPort(server),
                "--authority",
                server.authority(),
                "--token-file",
                tokenFile.toString()
            };
            assertThat(Commands.execute(
                            words,
                            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                            new PrintStream(err, true, StandardCharsets.UTF_8)))
                    .isEqualTo(4);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("hint: is this the port for pages, as of --https, and not the one for agents?");
        }
    }

    private static X509Certificate shown(int port) throws IOException {
        return PresentedChain.of("127.0.0.1", port).get(0);
    }

    private static int agentsPort(ControllerServer server) {
        String address = server.machineAddress().orElseThrow();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static JoinToken join(ControllerServer server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/enrolments"))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Bearer "
                                + Files.readString(server.tokenFile(TokenRole.ADMIN))
                                        .strip())
                .POST(BodyPublishers.ofString("{\"machines\":1,\"labels\":[]}"))
                .build();
        String made = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return JoinToken.parse(JSON.readTree(made).path("token").asString());
    }
}
