package io.deskmeter.controller.access.caller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How far the cookie of a link goes. Cookies have no ports: what keeps it from other programs of the machine is a host
 * name that they do not have.
 */
@Tag("slow")
class CookieScopeTest {
    private static final String NAME = "deskmeter.localhost";

    @TempDir
    Path folder;

    private ControllerServer start(Path data) throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        return ControllerServer.start(ControllerSettings.of(data, workloads).withAllowedHosts(List.of(NAME)));
    }

    private static Requests.Answer open(ControllerServer server, String host) throws Exception {
        Requests requests = new Requests(server.address());
        String local = Requests.bearer(
                TokenFile.read(server.tokenFile(TokenRole.ADMIN)).text());
        String link = requests.send("POST", "/api/v1/login-links", "", local)
                .json()
                .path("path")
                .asString();
        return requests.send(
                "GET", link, "", "Host: " + host + ":" + server.address().getPort());
    }

    /** As a browser keeps it: for the name by which it was given, and any port. */
    @ParameterizedTest
    @CsvSource({
        NAME + ", 127.0.0.1, false",
        NAME + ", localhost, false",
        NAME + ", other.localhost, false",
        "127.0.0.1, localhost, false",
        // What cannot be had without TLS, unless the controller has a name of its own.
        "127.0.0.1, 127.0.0.1, true"
    })
    void otherProgramsOfTheMachineGetItByTheSameNameOnly(String opened, String other, boolean sent) throws Exception {
        try (ControllerServer server = start(folder.resolve("data"))) {
            Requests.Answer in = open(server, opened);
            String cookie = in.header("Set-Cookie").orElseThrow();
            assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Domain");
            int port = server.address().getPort();
            CookieManager browser = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
            browser.put(URI.create("http://" + opened + ":" + port + "/login"), Map.of("Set-Cookie", List.of(cookie)));
            assertThat(browser.get(URI.create("http://" + opened + ":" + port + "/runs"), Map.of())
                            .get("Cookie"))
                    .hasSize(1);
            assertThat(browser.get(URI.create("http://" + other + ":" + (port + 1) + "/"), Map.of())
                            .get("Cookie"))
                    .hasSize(sent ? 1 : 0);
        }
    }

    /** They have the same name, and a browser sends both cookies to both. */
    @Test
    void twoControllersOfAMachineDoNotDisturbEachOther() throws Exception {
        try (ControllerServer one = start(folder.resolve("one"));
                ControllerServer two = start(folder.resolve("two"))) {
            String first = Requests.cookie(open(one, "127.0.0.1"));
            String second = Requests.cookie(open(two, "127.0.0.1"));
            String both = first + "; " + second.substring("Cookie: ".length());
            for (ControllerServer server : List.of(one, two)) {
                Requests requests = new Requests(server.address());
                assertThat(requests.status("GET", "/api/v1/me", both)).isEqualTo(200);
            }
            assertThat(new Requests(two.address()).status("GET", "/api/v1/me", first))
                    .isEqualTo(401);
        }
    }
}
