package io.deskmeter.controller.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.deskmeter.controller.tls.Company;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logging in to a controller of another machine, with the real commands in processes of their own. The other end is a
 * small web server with real TLS, which notes everything that it is sent: it must get no secret unless it has proved
 * who it is.
 */
@Tag("slow")
class LoginCommandTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String COOKIE = "__Host-deskmeter-8443=c-" + "0123456789".repeat(4);
    private static final String API_TOKEN = "dmt_" + "A1b2-_".repeat(7) + "x";

    @TempDir
    Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<HttpServer> servers = new ArrayList<>();
    private Company company;
    private HttpServer server;

    @BeforeEach
    void begin() throws IOException {
        company = new Company(folder.resolve("company"));
        server = serve(company.issue("localhost", "127.0.0.1"));
        environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    }

    @AfterEach
    void end() {
        servers.forEach(one -> one.stop(0));
    }

    private HttpServer serve(KeyAndChain certificate) throws IOException {
        HttpsServer made = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        made.setHttpsConfigurator(new HttpsConfigurator(LinkTls.web(() -> certificate)));
        return started(made);
    }

    private HttpServer started(HttpServer made) {
        made.createContext("/", this::answer);
        made.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        made.start();
        servers.add(made);
        return made;
    }

    /** As the controller's REST interface answers. */
    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String cookie = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
        String bearer = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        heard.add(request + " " + cookie + " " + bearer + " " + body);
        boolean known = cookie.equals(COOKIE) || bearer.equals("Bearer " + API_TOKEN);
        if (request.equals("POST /api/v1/login")) {
            if (body.contains(PASSWORD)) {
                exchange.getResponseHeaders().add("Set-Cookie", COOKIE + "; Path=/; Secure; HttpOnly; SameSite=Strict");
                exchange.sendResponseHeaders(204, -1);
            } else {
                send(exchange, 401, "{\"detail\":\"name or password: wrong (expected: those of a user)\"}");
            }
        } else if (!known) {
            send(exchange, 401, "{\"detail\":\"not logged in (expected: a login; hint: ./deskmeter login)\"}");
        } else if (request.equals("GET /api/v1/me")) {
            send(
                    exchange,
                    200,
                    "{\"name\":\"anna\",\"role\":\"operator\",\"kind\":\"session\",\"listener\":\"https\"}");
        } else if (request.equals("POST /api/v1/runs/elsewhere/rerun")) {
            exchange.getResponseHeaders()
                    .add(
                            "Location",
                            "http://127.0.0.1:"
                                    + servers.get(servers.size() - 1)
                                            .getAddress()
                                            .getPort());
            exchange.sendResponseHeaders(307, -1);
        } else if (request.endsWith("/rerun")) {
            send(exchange, 200, "{\"id\":\"r-2\"}");
        } else {
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private String url() {
        return url(server);
    }

    private static String url(HttpServer one) {
        return "https://localhost:" + one.getAddress().getPort();
    }

    private record Ended(int code, String printed) {}

    private Ended command(String input, String... arguments) throws Exception {
        List<String> words = java(arguments);
        return ended(words, input);
    }

    private static List<String> java(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.deskmeter.controller.ControllerMain"));
        words.addAll(List.of(arguments));
        return words;
    }

    private Ended ended(List<String> words, String input) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("DESKMETER_"));
        builder.environment().putAll(environment);
        Path typed = Files.writeString(folder.resolve("input"), input);
        Process process = builder.redirectInput(typed.toFile()).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), printed);
    }

    private Path stored() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("config").resolve("deskmeter"))) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    private String log() {
        return String.join("\n", heard);
    }

    @Test
    void aLoginServesTheCommandsThatFollowUntilTheLogout() throws Exception {
        Ended login = command(
                PASSWORD + "\n",
                "login",
                url(),
                "--authority",
                company.fingerprint().text(),
                "--user",
                "anna");
        assertThat(login.code()).as(login.printed()).isZero();
        assertThat(login.printed())
                .contains("Logged in to " + url() + " as anna (operator).")
                .doesNotContain(PASSWORD);
        Path file = stored();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(file).content().doesNotContain(PASSWORD);

        for (String[] named : new String[][] {{}, {"--controller", url()}, {"--controller", url() + "/"}}) {
            List<String> words = new ArrayList<>(List.of("runs", "again", "r-1"));
            words.addAll(List.of(named));
            Ended again = command("", words.toArray(String[]::new));
            assertThat(again.code()).as(again.printed()).isZero();
            assertThat(again.printed()).contains("started: r-2");
            assertThat(again.printed().contains("Controller: " + url() + " as anna"))
                    .isEqualTo(named.length == 0);
        }
        assertThat(heard)
                .filteredOn(line -> line.startsWith("POST /api/v1/runs/r-1/rerun " + COOKIE))
                .hasSize(3);

        // What names another controller is not answered by the login.
        int before = heard.size();
        for (String[] local : new String[][] {
            {"--controller", "http://127.0.0.1:9"},
            {"--data", folder.toString()},
            {"--controller", "https://127.0.0.1:" + server.getAddress().getPort()}
        }) {
            List<String> words = new ArrayList<>(List.of("runs", "again", "r-1"));
            words.addAll(List.of(local));
            assertThat(command("", words.toArray(String[]::new)).code())
                    .as(List.of(local).toString())
                    .isNotZero();
        }
        assertThat(heard).hasSize(before);

        // Only the machine of a controller makes such links.
        Ended link = command("", "login-link", "--data", folder.toString());
        assertThat(link.printed()).doesNotContain("Controller: ");
        assertThat(command("", "login-link").printed()).doesNotContain("Controller: ");
        Ended elsewhere = command("", "login-link", "--controller", url());
        assertThat(elsewhere.code()).isEqualTo(2);
        assertThat(elsewhere.printed())
                .contains("--controller: " + url() + " (expected: http and an address of this machine, ");
        assertThat(heard).hasSize(before);

        Ended redirected = command("", "runs", "again", "elsewhere");
        assertThat(redirected.code()).isNotZero();
        assertThat(redirected.printed()).contains("status 307, to http://127.0.0.1:", "(expected: no redirection");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(command("", "runs", "again", "r-1").printed()).contains("has the rights rw-r--r-- (expected: ");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        Ended logout = command("", "logout");
        assertThat(logout.printed()).contains("Logged out of " + url());
        assertThat(file).doesNotExist();
        assertThat(log()).contains("POST /api/v1/logout " + COOKIE);
        assertThat(command("", "logout").printed()).contains("login: none (expected: ");
    }

    @Test
    void buildsUseATokenAndAFingerprint() throws Exception {
        environment.put("DESKMETER_TOKEN", API_TOKEN);
        Ended unknown = command("", "runs", "again", "r-1", "--controller", url());
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.printed())
                .contains("authority: none known for " + url() + " (expected: ", "DESKMETER_AUTHORITY");
        assertThat(heard).isEmpty();

        environment.put("DESKMETER_AUTHORITY", company.fingerprint().text());
        Ended by = command("", "runs", "again", "r-1", "--controller", url());
        assertThat(by.printed()).contains("started: r-2");
        Path pem = Files.writeString(folder.resolve("root.pem"), Pem.of(company.certificate()));
        environment.remove("DESKMETER_AUTHORITY");
        environment.remove("DESKMETER_TOKEN");
        Path token = Files.writeString(folder.resolve("token"), API_TOKEN + "\n");
        Ended files = command(
                "",
                "runs",
                "again",
                "r-1",
                "--controller",
                url(),
                "--authority",
                pem.toString(),
                "--token-file",
                token.toString());
        assertThat(files.printed()).contains("started: r-2");
        assertThat(log()).contains("Bearer " + API_TOKEN);

        Ended login = command("", "login", url(), "--authority", pem.toString(), "--token-file", token.toString());
        assertThat(login.printed()).contains("as anna (operator)");
        assertThat(command("", "runs", "again", "r-1").printed()).contains("started: r-2");
    }

    @Test
    void noSecretGoesToWhoeverIsNotThatController() throws Exception {
        Company impostors = new Company(folder.resolve("impostors"));
        HttpServer impostor = serve(impostors.issue("localhost", "127.0.0.1"));
        HttpServer otherName = serve(company.issue("desk.example.org"));
        ServerSocket plain = withoutTls();
        environment.put("DESKMETER_TOKEN", API_TOKEN);
        String pin = company.fingerprint().text();
        Path pem = Files.writeString(folder.resolve("root.pem"), Pem.of(company.certificate()));
        for (String authority : List.of(pin, pem.toString())) {
            refused(authority, url(impostor), "authority");
            refused(authority, url(otherName), "its certificate is for other names: ");
            refused(
                    authority,
                    "https://localhost:" + plain.getLocalPort(),
                    "answers without TLS (expected: TLS 1.2 or 1.3");
        }
        for (int afterBytes : new int[] {0, 1}) {
            refused(pin, "https://localhost:" + closing(afterBytes).getLocalPort(), "localhost:");
        }
        // A name that is this machine's, and an address that is not.
        Ended readable = command("", "runs", "again", "r-1", "--controller", "http://192.0.2.1:8080");
        assertThat(readable.code()).isEqualTo(2);
        assertThat(readable.printed())
                .contains("--controller: http://192.0.2.1:8080 (expected: https, or an address of this machine");
        assertThat(heard).isEmpty();
    }

    /** Answers as a web server without TLS does. */
    private ServerSocket withoutTls() throws IOException {
        ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(() -> {
            while (!listening.isClosed()) {
                try (Socket peer = listening.accept()) {
                    int unused = peer.getInputStream().read();
                    heard.addAll(answered(peer));
                } catch (IOException e) {
                    // The peer has gone, or the test has ended.
                }
            }
        });
        answering.setDaemon(true);
        answering.start();
        return listening;
    }

    /** Closes each connection, and says nothing. */
    private static ServerSocket closing(int afterBytes) throws IOException {
        ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread closing = new Thread(() -> {
            while (!listening.isClosed()) {
                try (Socket peer = listening.accept()) {
                    byte[] unused = peer.getInputStream().readNBytes(afterBytes);
                } catch (IOException e) {
                    // The peer has gone, or the test has ended.
                }
            }
        });
        closing.setDaemon(true);
        closing.start();
        return listening;
    }

    private static List<String> answered(Socket peer) throws IOException {
        peer.getOutputStream()
                .write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        peer.shutdownOutput();
        String rest = new String(peer.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        return rest.contains(API_TOKEN) || rest.contains(PASSWORD) ? List.of(rest) : List.of();
    }

    private void refused(String authority, String url, String message) throws Exception {
        Ended run = command("", "runs", "again", "r-1", "--controller", url, "--authority", authority);
        assertThat(run.code()).as(run.printed()).isNotZero();
        assertThat(run.printed()).contains(message, "(expected: ").doesNotContain(API_TOKEN, "Exception");
        Ended login = command(PASSWORD + "\n", "login", url, "--authority", authority, "--user", "anna");
        assertThat(login.code()).as(login.printed()).isNotZero();
        assertThat(login.printed()).contains(message, "(expected: ").doesNotContain(PASSWORD, "Exception");
    }

    @Test
    void withoutATerminalTheAuthorityMustBeNamed() throws Exception {
        Ended login = command(PASSWORD + "\n", "login", url(), "--user", "anna");
        assertThat(login.code()).isEqualTo(2);
        assertThat(login.printed())
                .contains("--authority: none (expected: ")
                .doesNotContain(company.fingerprint().hex());
        Ended plain = command("", "login", "http://127.0.0.1:8080", "--authority", "sha256:00");
        assertThat(plain.printed()).contains("URL: http://127.0.0.1:8080 (expected: an address with https");
        Ended wrong = command(
                "not it at all\n",
                "login",
                url(),
                "--authority",
                company.fingerprint().text(),
                "--user",
                "anna");
        assertThat(wrong.printed()).contains("name or password: wrong (expected: ");
        assertThat(folder.resolve("config").resolve("deskmeter")).doesNotExist();
    }

    /** Nobody is asked for a fingerprint, or connected to, for a login that cannot succeed. */
    @Test
    void whatStandsAgainstALoginIsSaidBeforeAnythingIsAsked() throws Exception {
        String missing = folder.resolve("missing").toString();
        Path token = Files.writeString(folder.resolve("token"), API_TOKEN + "\n");
        String nowhere = "https://localhost:1";
        Ended unreadable = command("", "login", nowhere, "--token-file", missing);
        assertThat(unreadable.code()).isEqualTo(2);
        assertThat(unreadable.printed())
                .contains("--token-file: token file: " + missing + " cannot be used")
                .doesNotContain("--authority");
        Ended both = command("", "login", nowhere, "--token-file", token.toString(), "--user", "anna");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.printed())
                .contains(
                        "--user: anna with --token-file (expected: one of them, because a token names its user; hint: leave --user out)");
        assertThat(heard).isEmpty();
    }

    @Test
    void anAddressWithoutASchemeIsOneWithHttps() throws Exception {
        Ended login = command(
                PASSWORD + "\n",
                "login",
                url().substring("https://".length()),
                "--authority",
                company.fingerprint().text(),
                "--user",
                "anna");
        assertThat(login.printed()).contains("Logged in to " + url() + " as anna (operator).");
        Ended logout = command("", "logout", url().substring("https://".length()));
        assertThat(logout.printed()).contains("Logged out of " + url());
        for (String name : List.of("login", "logout")) {
            Ended malformed = command("", name, "desk:port");
            assertThat(malformed.code()).isEqualTo(2);
            assertThat(malformed.printed())
                    .contains("desk:port (expected: an address such as https://controller.example.org:8443");
        }
    }

    /** As ssh says of a key, but without refusing it: some place secrets of builds where a group can read them. */
    @Test
    void commandsWarnOfATokenThatOthersCanRead() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), API_TOKEN + "\n");
        String pin = company.fingerprint().text();
        String warning = ": " + token + " has the rights rw-r-----, so that others can read it (expected: rw-------,"
                + " because its content grants access; hint: chmod 600 " + token + ")";
        for (String rights : List.of("rw-r-----", "rw-------", "r--------")) {
            Files.setPosixFilePermissions(token, PosixFilePermissions.fromString(rights));
            Ended run = command(
                    "",
                    "runs",
                    "again",
                    "r-1",
                    "--controller",
                    url(),
                    "--authority",
                    pin,
                    "--token-file",
                    token.toString());
            assertThat(run.printed()).contains("started: r-2");
            assertThat(run.printed().contains("deskmeter: --token-file" + warning))
                    .as(run.printed())
                    .isEqualTo(rights.equals("rw-r-----"));
            Ended login = command("", "login", url(), "--authority", pin, "--token-file", token.toString());
            assertThat(login.printed()).contains("as anna (operator)");
            assertThat(login.printed().contains("deskmeter: --token-file" + warning))
                    .isEqualTo(rights.equals("rw-r-----"));
        }
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
        environment.put("DESKMETER_TOKEN_FILE", token.toString());
        Ended environments = command("", "runs", "again", "r-1", "--controller", url(), "--authority", pin);
        assertThat(environments.printed()).contains("deskmeter: DESKMETER_TOKEN_FILE" + warning);
    }

    /** The fingerprint is shown and must be confirmed; the password is not shown. */
    @Test
    void onATerminalAPersonConfirmsTheFingerprint() throws Exception {
        Ended no = onTerminal("no\nanna\n" + PASSWORD + "\n");
        assertThat(no.printed()).contains(company.fingerprint().text(), "fingerprint: not confirmed (expected: yes");
        assertThat(heard).isEmpty();

        Ended yes = onTerminal("yes\nanna\n" + PASSWORD + "\n");
        assertThat(yes.printed()).contains("Logged in to " + url() + " as anna (operator).");
        assertThat(stored()).exists();
    }

    private Ended onTerminal(String typed) throws Exception {
        StringBuilder line = new StringBuilder();
        for (String word : java("login", url())) {
            line.append('\'').append(word).append("' ");
        }
        return ended(List.of("script", "--quiet", "--return", "--command", line.toString(), "/dev/null"), typed);
    }
}
