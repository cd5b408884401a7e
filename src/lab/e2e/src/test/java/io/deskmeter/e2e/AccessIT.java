package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Callers without access, before a real controller: another machine, another user, pages of other origins in a real
 * browser. The former two as root.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class AccessIT {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofMinutes(2);
    private static final String FOREIGN = "pages.test";
    private static final String REBOUND = "rebound.test";

    /**
     * Whatever a page can do to an address of another origin without being asked: with a body, without one, as a form,
     * as a picture.
     */
    private static final String ATTACK = """
            <!doctype html><title>An innocent page</title>
            <form id="form" method="post" target="frame" action="%1$s/api/v1/run-profiles/demo-quick/runs"><input name="a" value="b"></form>
            <iframe name="frame"></iframe><img src="%1$s/api/v1/runs">
            <script>
              const post = (path, init) => fetch('%1$s' + path, {method: 'POST', mode: 'no-cors', credentials: 'include', ...init})
                .catch(error => error);
              window.tried = (async () => {
                await post('/api/v1/run-profiles/demo-quick/runs');
                await post('/api/v1/runs', {headers: {'Content-Type': 'text/plain'}, body: 'workloads: office'});
                await post('/api/v1/login-links');
                await fetch('%1$s/api/v1/run-profiles/demo-quick/runs', {method: 'POST', credentials: 'include'}).catch(e => e);
                const frame = document.querySelector('iframe');
                await new Promise(done => { frame.onload = done; document.getElementById('form').submit(); });
                return 'tried';
              })();
            </script>
            """;

    /** Folders of the working directory that embedded web servers serve, if nobody says otherwise. */
    private static final List<String> BESIDE = List.of("src/main/webapp", "public", "static");

    /** What a page's own origin answers: the status, or the error. */
    private static final String ASK = """
            const done = arguments[arguments.length - 1];
            fetch(arguments[1], {method: arguments[0]}).then(answer => done(answer.status), error => done(String(error)));""";

    @TempDir(factory = ShortTempDirs.class)
    static Path folder;

    private static DataFolder data;
    private static Program controller;
    private static String web;
    private static String link;

    private final List<AutoCloseable> open = new ArrayList<>();

    /** One for all cases, which leave nothing to each other but a run. */
    @BeforeAll
    static void start() throws IOException {
        data = DataFolder.below(folder);
        for (String beside : BESIDE) {
            Files.writeString(Files.createDirectories(folder.resolve(beside)).resolve("notes.txt"), "not yours");
        }
        controller = Program.start(
                folder,
                List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"),
                Map.of(),
                "controller",
                "--http-port",
                "0",
                "--link-port",
                "0",
                "--data",
                data.toString());
        Matcher said = controller.awaitPrinted("controller: (http://\\S+), agents connect to (\\S+)", START);
        web = said.group(1);
        link = said.group(2);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (controller != null) {
            controller.close();
        }
    }

    private <T extends AutoCloseable> T keep(T resource) {
        open.add(0, resource);
        return resource;
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private static void requireRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for namespaces)");
    }

    private static JsonNode runs() throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(web + "/api/v1/runs")).build();
        HttpResponse<String> answer = data.client().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body()).path("runs");
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** The output of a command, and its exit code. */
    private static Program.Ended said(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Program.Ended(process.waitFor(), printed);
    }

    @Test
    void filesOfTheWorkingDirectoryAreNotServed() throws Exception {
        for (String path : List.of("/notes.txt", "/public/notes.txt", "/static/notes.txt")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(web + path)).build();
            HttpResponse<String> answer = data.client().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
        }
    }

    @Test
    void anotherMachineNeitherReachesNorOrdersAnything() throws Exception {
        requireRoot();
        int before = runs().size();
        NetworkNamespace there = keep(new NetworkNamespace());
        try (ServerSocket reachable = new ServerSocket(0, 10, InetAddress.getByName(NetworkNamespace.HERE))) {
            assertThat(dial(there, NetworkNamespace.HERE, reachable.getLocalPort()))
                    .as("the cable works")
                    .isZero();
        }
        for (int port : new int[] {port(web), port(link)}) {
            assertThat(dial(there, NetworkNamespace.HERE, port)).isNotZero();
            assertThat(dial(there, "127.0.0.1", port)).isNotZero();
        }
        // The secret does not even leave the machine.
        String elsewhere = "http://" + NetworkNamespace.HERE + ":" + port(web);
        try (Program order = Program.start(
                folder,
                there.command(),
                Map.of("HOME", folder.toString()),
                "demo",
                "--quick",
                "--controller",
                elsewhere,
                "--token-file",
                data.token(TokenRole.ADMIN),
                "--out",
                folder + "/out")) {
            Program.Ended ended = order.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
            assertThat(ended.printed()).contains(elsewhere).contains("(expected: https");
        }
        assertThat(runs().size()).isEqualTo(before);
        try (Program open = Program.start(
                folder, "controller", "--listen", NetworkNamespace.HERE, "--http-port", "0", "--link-port", "0")) {
            Program.Ended ended = open.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(2);
            assertThat(ended.printed())
                    .contains("--listen: " + NetworkNamespace.HERE + " (expected: a loopback address");
        }
    }

    private static int dial(NetworkNamespace there, String host, int port) throws IOException, InterruptedException {
        return said(there.command("timeout", "5", "bash", "-c", "exec 3<>/dev/tcp/" + host + "/" + port))
                .exitCode();
    }

    @Test
    void anotherUserOfThisMachineReadsNothingAndOrdersNothing() throws Exception {
        requireRoot();
        int before = runs().size();
        // Everybody may pass to the data folder, and there it ends.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        for (TokenRole role : TokenRole.values()) {
            assertThat(said(with(nobody, "cat", data.token(role))).printed()).contains("Permission denied");
        }
        String request = "POST /api/v1/run-profiles/demo-quick/runs HTTP/1.1\\r\\nHost: 127.0.0.1:" + port(web)
                + "\\r\\nConnection: close\\r\\n\\r\\n";
        String dial = "exec 3<>/dev/tcp/127.0.0.1/" + port(web) + "; printf '" + request + "' >&3; cat <&3";
        assertThat(said(with(nobody, "timeout", "20", "bash", "-c", dial)).printed())
                .startsWith("HTTP/1.1 401");
        assertThat(runs().size()).isEqualTo(before);
    }

    private static List<String> with(List<String> prefix, String... words) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(List.of(words));
        return all;
    }

    @Test
    void whatAControllerWritesIsPrivateWhateverTheUmask() throws Exception {
        Set<String> open = new TreeSet<>();
        try (Stream<Path> all = Files.walk(Path.of(data.toString()))) {
            for (Path path : (Iterable<Path>) all::iterator) {
                String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                if (!rights.endsWith("------")) {
                    open.add(path + " " + rights);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(Path.of(data.toString()).resolve("store.mv.db")).exists();
    }

    @Test
    void aPageOfAnotherOriginCannotStartARun() throws Exception {
        Browser browser = keep(Browser.start(folder, 1280, 800, "--host-resolver-rules=MAP " + FOREIGN + " 127.0.0.1"));
        logIn(browser);
        int before = runs().size();
        // The browser is logged in, and its own page can.
        assertThat(ask(browser, "POST", "/api/v1/run-profiles/demo-quick/runs")).isEqualTo(201L);
        assertThat(runs().size()).isEqualTo(before + 1);
        HttpServer foreign = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keep(() -> foreign.stop(0));
        byte[] page = ATTACK.formatted(web).getBytes(StandardCharsets.UTF_8);
        foreign.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        foreign.start();
        int port = foreign.getAddress().getPort();
        // Another site, to which no cookie is lent; and another port of this machine, which cookies do not tell apart.
        for (String site : List.of(FOREIGN, "127.0.0.1", "localhost")) {
            browser.open("http://" + site + ":" + port + "/");
            assertThat(browser.driver()
                            .executeAsyncScript(
                                    "const done = arguments[0]; window.tried.then(done, e => done(String(e)));"))
                    .isEqualTo("tried");
            assertThat(runs().size()).as(site).isEqualTo(before + 1);
        }
        browser.open(web + "/runs");
        browser.find(Browser.words("Runs"));
    }

    @Test
    void aPageWhoseNameWasReboundToThisMachineCannotEvenRead() throws Exception {
        Browser browser = keep(Browser.start(folder, 1280, 800, "--host-resolver-rules=MAP " + REBOUND + " 127.0.0.1"));
        logIn(browser);
        int before = runs().size();
        browser.open("http://" + REBOUND + ":" + port(web) + "/");
        assertThat(browser.text()).contains("Host: " + REBOUND + ":" + port(web));
        // Now this is what the page of the rebound name is: one origin with what it calls.
        for (String path : List.of("/", "/api/v1/runs", "/api/v1/openapi", "/actuator/health", "/login")) {
            assertThat(ask(browser, "GET", path)).as(path).isEqualTo(421L);
        }
        assertThat(ask(browser, "POST", "/api/v1/run-profiles/demo-quick/runs")).isEqualTo(421L);
        assertThat(runs().size()).isEqualTo(before);
    }

    @Test
    void aLinkLetsOneBrowserInOnce() throws Exception {
        Browser browser = keep(Browser.start(folder, 1280, 800));
        browser.open(web + "/runs");
        browser.find(Browser.words("This browser is not logged in"));
        assertThat(browser.text()).contains("./deskmeter login-link --controller " + web);
        String printed;
        try (Program command = Program.start(folder, "login-link", "--controller", web, "--data", data.toString())) {
            Program.Ended ended = command.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
            printed = ended.printed().strip();
        }
        browser.open(printed);
        browser.await("the first page", START, () -> browser.address().equals(web + "/"));
        browser.find(Browser.control("Run profiles"));
        assertThat(browser.run("return document.cookie")).isEqualTo("");
        Browser other = keep(Browser.start(folder, 1280, 800));
        other.open(printed);
        other.find(Browser.words("That link has been used"));
    }

    /** Each link lets one browser in. */
    private static void logIn(Browser browser) throws IOException, InterruptedException {
        browser.open(data.loginLink(web, "/"));
        browser.await("the first page", START, () -> browser.address().equals(web + "/"));
    }

    private static Object ask(Browser browser, String method, String path) {
        return browser.driver().executeAsyncScript(ASK, method, path);
    }
}
