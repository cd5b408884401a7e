package io.deskmeter.controller.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.openid.Browser.Page;
import io.deskmeter.controller.request.Role;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Log-in with a provider of OpenID Connect: a real one, Spring Authorization Server, a real controller with TLS, and a
 * browser that follows the redirections. The two have different hosts, as in truth, because cookies do not know ports.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenIdLoginTest {
    private static final String HOST = "localhost";
    /** More bytes than a provider has reason to send, and few enough for the heap. */
    private static final long ENOUGH = 64L << 20;

    private static final String LOCAL_PASSWORD = "correct horse battery";
    private static final Map<String, Role> ROLES =
            Map.of("desk-admins", Role.ADMIN, "desk-operators", Role.OPERATOR, "desk-viewers", Role.VIEWER);

    @SuppressWarnings("NullAway.Init")
    private AuthorizationServer provider;

    @SuppressWarnings("NullAway.Init")
    private ControllerSettings settings;

    private @Nullable ControllerServer running;
    /** Whether a test has started a controller with other settings. */
    private boolean other;
    /** Of the newest entry before a test. */
    private long audited;

    @BeforeAll
    void prepare(@TempDir Path folder) throws Exception {
        provider = new AuthorizationServer();
        settings = ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads")))
                .withHttps(new MachineListener("127.0.0.1", 0, List.of(HOST)));
        startWith(openId(provider.issuer()));
    }

    @BeforeEach
    void reset() throws Exception {
        if (other) {
            startWith(openId(provider.issuer()));
            other = false;
        }
        provider.register(at(OpenIdLogin.RETURN).toString());
        provider.reset();
        provider.groups("anna", "staff", "desk-admins");
        provider.groups("ben", "desk-viewers", "desk-operators");
        for (JsonNode user : json("/api/v1/users")) {
            local("DELETE", "/api/v1/users/" + user.path("name").asString(), "");
        }
        audited = json("/api/v1/audit?limit=1")
                .path("entries")
                .path(0)
                .path("number")
                .asLong(0);
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
        provider.close();
    }

    private ControllerServer controller() {
        return Objects.requireNonNull(running);
    }

    private static OpenIdSettings openId(String issuer) {
        return openId(issuer, AuthorizationServer.SECRET);
    }

    private static OpenIdSettings openId(String issuer, @Nullable String secret) {
        return new OpenIdSettings(
                issuer, AuthorizationServer.CLIENT, secret, "Example", "groups", ROLES, List.of("profile"), List.of());
    }

    private void startWith(OpenIdSettings openId) throws Exception {
        other = true;
        if (running != null) {
            running.close();
        }
        running = ControllerServer.start(settings.withOpenId(openId));
    }

    private URI at(String path) {
        return URI.create("https://" + HOST + ":"
                        + controller().httpsAddress().orElseThrow().getPort())
                .resolve(path);
    }

    private Browser browser() {
        return new Browser(LinkTls.webClient(Fingerprint.parse(controller().httpsAuthority())));
    }

    /** Follows every redirection. */
    private static boolean all(URI unused) {
        return true;
    }

    /** All the way, from the button on the page to the page that follows the log-in. */
    private Page logIn(Browser browser, String user) throws Exception {
        return logIn(browser, user, OpenIdLoginTest::all);
    }

    private Page logIn(Browser browser, String user, Predicate<URI> follows) throws Exception {
        Page form = browser.open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all);
        assertThat(form.uri().getHost()).as(form.body()).isEqualTo("127.0.0.1");
        return browser.logIn(form, user, AuthorizationServer.PASSWORD, follows);
    }

    /** The address with which the provider sends the browser back, which it does not open. */
    private URI returned(Browser browser, String user) throws Exception {
        Page stopped = logIn(browser, user, uri -> !uri.getPath().equals(OpenIdLogin.RETURN));
        assertThat(stopped.location()).startsWith(at(OpenIdLogin.RETURN).toString());
        return URI.create(stopped.location());
    }

    private JsonNode me(Browser browser) throws Exception {
        HttpResponse<String> answer = browser.fetch("GET", at("/api/v1/me"), "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private int status(Browser browser, String method, String path, String json) throws Exception {
        return browser.fetch(method, at(path), json).statusCode();
    }

    /** With the secret of the controller's own machine. */
    private HttpResponse<String> local(String method, String path, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(controller().address().resolve(path))
                .method(method, BodyPublishers.ofString(json))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Bearer "
                                + Files.readString(controller().tokenFile(TokenRole.ADMIN))
                                        .strip())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> answer = local("GET", path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private List<String> users() throws Exception {
        List<String> names = new ArrayList<>();
        json("/api/v1/users")
                .forEach(user -> names.add(
                        user.path("name").asString() + " " + user.path("role").asString()));
        return names;
    }

    private List<String> audit(String user) throws Exception {
        List<String> entries = new ArrayList<>();
        for (JsonNode entry : json("/api/v1/audit?action=login").path("entries")) {
            if (entry.path("number").asLong() > audited
                    && entry.path("user").asString().equals(user)) {
                entries.add(entry.path("outcome").asString() + ": "
                        + entry.path("detail").asString());
            }
        }
        return entries;
    }

    private void refused(Page page, int status, String says) throws Exception {
        assertThat(page.status()).as(page.body()).isEqualTo(status);
        assertThat(page.body()).contains(says).contains("(expected: ");
        assertThat(String.join(" ", page.response().headers().allValues("Set-Cookie")))
                .as("the cookie of the attempt is removed, and there is no other one")
                .doesNotContain("deskmeter-" + at("/").getPort() + "=");
    }

    private static String decoded(Page page) {
        return page.body().replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
    }

    // ---- Log-in

    @Test
    void somebodyLogsInWithTheRoleOfTheProvider() throws Exception {
        Browser browser = browser();
        Page form = browser.open(at(OpenIdLogin.PATH + "?to=/runs"), at("/login"), OpenIdLoginTest::all);
        Page welcome = browser.logIn(form, "anna", AuthorizationServer.PASSWORD, OpenIdLoginTest::all);
        assertThat(welcome.status()).as(welcome.body()).isEqualTo(200);
        assertThat(welcome.body()).contains("url=/runs");
        assertThat(browser.cookies(HOST).keySet())
                .as("nothing of the way there is left")
                .containsExactly("__Host-deskmeter-" + at("/").getPort());
        JsonNode me = me(browser);
        assertThat(me.path("name").asString()).isEqualTo("oidc:anna");
        assertThat(me.path("role").asString()).isEqualTo("admin");
        assertThat(me.path("kind").asString()).isEqualTo("session");
        assertThat(users()).containsExactly("oidc:anna admin");
        assertThat(audit("oidc:anna")).singleElement().asString().startsWith("done: oidc:anna as admin, added");

        JsonNode logins = json("/api/v1/logins?user=oidc:anna");
        assertThat(logins).hasSize(1);
        String id = logins.path(0).path("id").asString();
        assertThat(Instant.parse(logins.path(0).path("expiresAt").asString()))
                .isBefore(Instant.now().plusSeconds(12 * 3600 + 60));
        assertThat(local("DELETE", "/api/v1/logins/" + id, "").statusCode()).isEqualTo(204);
        assertThat(status(browser, "GET", "/api/v1/me", "")).isEqualTo(401);
    }

    @Test
    void whoLogsOutIsOutAndWhoLogsInAgainHasOneSession() throws Exception {
        Browser browser = browser();
        logIn(browser, "ben");
        assertThat(me(browser).path("role").asString())
                .as("the highest of several")
                .isEqualTo("operator");
        // The provider knows this browser now and asks nothing.
        Page again = browser.open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all);
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(json("/api/v1/logins?user=oidc:ben"))
                .as("the earlier one has ended")
                .hasSize(1);
        assertThat(status(browser, "POST", "/api/v1/logout", "")).isEqualTo(204);
        assertThat(status(browser, "GET", "/api/v1/me", "")).isEqualTo(401);
        assertThat(json("/api/v1/logins?user=oidc:ben")).isEmpty();
    }

    @Test
    void theProviderIsAskedWithStateNonceAndProofKey() throws Exception {
        Page leaves = browser().open(at(OpenIdLogin.PATH), at("/login"), uri -> false);
        assertThat(leaves.status()).isEqualTo(302);
        assertThat(leaves.location())
                .startsWith(provider.issuer() + "/oauth2/authorize?response_type=code&")
                .contains("&state=", "&nonce=", "&code_challenge=", "&code_challenge_method=S256");
        assertThat(leaves.response().headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("__Host-")
                .contains("Secure", "HttpOnly", "SameSite=Lax");
    }

    @Test
    void aClientWithoutASecretHasItsProofKey() throws Exception {
        startWith(openId(provider.issuer(), null));
        provider.register(at(OpenIdLogin.RETURN).toString(), false);
        Browser browser = browser();
        assertThat(logIn(browser, "anna").status()).isEqualTo(200);
        assertThat(me(browser).path("name").asString()).isEqualTo("oidc:anna");
    }

    @Test
    void thePageCanAskForTheButton() throws Exception {
        HttpResponse<String> ways = browser().fetch("GET", at("/api/v1/login"), "");
        assertThat(ways.body()).isEqualTo("{\"openIdConnect\":{\"name\":\"Example\",\"path\":\"/login/openid\"}}");
    }

    @Test
    void atTheListenerOfThisMachineThereIsNoSuchLogIn() throws Exception {
        assertThat(local("GET", OpenIdLogin.PATH, "").statusCode()).isEqualTo(404);
        assertThat(local("GET", OpenIdLogin.RETURN + "?code=a&state=b", "").statusCode())
                .isEqualTo(404);
        HttpResponse<String> nobody = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(controller().address().resolve(OpenIdLogin.PATH))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(nobody.statusCode()).isEqualTo(401);
    }

    // ---- Names, roles and rights

    @Test
    void namesOfTheProviderAreNeverThoseOfUsersOfTheController() throws Exception {
        assertThat(local("POST", "/api/v1/users", """
                        {"name":"anna","role":"viewer","password":"%s"}""".formatted(LOCAL_PASSWORD)).statusCode())
                .isEqualTo(201);
        Browser anna = browser();
        logIn(anna, "anna");
        assertThat(me(anna).path("name").asString()).isEqualTo("oidc:anna");
        // Everybody may choose what to be called there.
        provider.lie(context -> context.getClaims().claim("preferred_username", "Anna"));
        Browser ben = browser();
        logIn(ben, "ben");
        assertThat(me(ben).path("name").asString()).matches("oidc:anna~[0-9a-f]{8}");
        assertThat(me(ben).path("role").asString()).isEqualTo("operator");
        provider.lie(context -> context.getClaims().claim("preferred_username", "<b>lo\u202ecal</b> \u00e4"));
        provider.groups("carl", "desk-viewers");
        Browser carl = browser();
        logIn(carl, "carl");
        assertThat(me(carl).path("name").asString()).isEqualTo("oidc:-b-lo-cal--b---");
        assertThat(local("POST", "/api/v1/users", "{\"name\":\"oidc:dora\",\"role\":\"viewer\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(users()).contains("anna viewer");
    }

    @Test
    void withoutARoleThereNobodyIsLetIn() throws Exception {
        provider.groups("carl", "staff", "<i>desk-admins</i>");
        Page page = logIn(browser(), "carl");
        refused(page, 403, "");
        assertThat(decoded(page))
                .contains(
                        "Example knows you as carl, but nothing there gives you a role at this controller: groups:"
                                + " staff, &lt;i&gt;desk-admins&lt;/i&gt; (expected: one of desk-admins, desk-operators, desk-viewers;");
        assertThat(users()).isEmpty();
        assertThat(audit("")).singleElement().asString().startsWith("refused: no role for subject carl of ");

        Page none = logIn(browser(), "anna", OpenIdLoginTest::all);
        assertThat(none.status()).isEqualTo(200);
        provider.groups("anna");
        refused(logIn(browser(), "anna"), 403, "groups: none");
    }

    @Test
    void aChangedRoleCountsFromTheNextLogIn() throws Exception {
        Browser before = browser();
        logIn(before, "anna");
        String token = JsonMapper.shared()
                .readTree(before.fetch("POST", at("/api/v1/tokens"), """
                        {"name":"build","role":"admin","expires":"%s"}""".formatted(
                                        Instant.now().plusSeconds(3600)))
                        .body())
                .path("token")
                .asString();
        assertThat(token).startsWith("dmt_");
        provider.groups("anna", "desk-viewers");
        Browser after = browser();
        logIn(after, "anna");
        assertThat(me(after).path("role").asString()).isEqualTo("viewer");
        assertThat(me(before).path("role").asString()).isEqualTo("viewer");
        assertThat(bearer(token)).as("a token can never do more than its maker").isEqualTo(403);
        assertThat(users()).containsExactly("oidc:anna viewer");
        assertThat(audit("oidc:anna")).anyMatch(entry -> entry.contains("oidc:anna: admin to viewer"));

        provider.groups("anna");
        refused(logIn(browser(), "anna"), 403, "nothing there gives you a role");
        assertThat(status(before, "GET", "/api/v1/me", "")).isEqualTo(401);
        assertThat(status(after, "GET", "/api/v1/me", "")).isEqualTo(401);
        assertThat(bearer(token)).isEqualTo(401);
    }

    private int bearer(String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(controller().address().resolve("/api/v1/audit"))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void whoIsDisabledHereStaysOut() throws Exception {
        Browser browser = browser();
        logIn(browser, "anna");
        assertThat(local("PUT", "/api/v1/users/oidc:anna", "{\"disabled\":true}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(status(browser, "GET", "/api/v1/me", "")).isEqualTo(401);
        refused(logIn(browser(), "anna"), 403, "oidc:anna may not use this controller");
        provider.groups("anna");
        refused(logIn(browser(), "anna"), 403, "nothing there gives you a role");
        provider.groups("anna", "desk-viewers");
        refused(logIn(browser(), "anna"), 403, "oidc:anna may not use this controller");
        assertThat(users()).containsExactly("oidc:anna admin");
        assertThat(local("PUT", "/api/v1/users/oidc:anna", "{\"disabled\":false}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(logIn(browser(), "anna").status()).isEqualTo(200);
    }

    @Test
    void nothingOutlivesWhatTheProviderKnows() throws Exception {
        Browser browser = browser();
        logIn(browser, "anna");
        HttpResponse<String> late = browser.fetch(
                "POST", at("/api/v1/tokens"), """
                {"name":"build","role":"viewer","expires":"%s"}""".formatted(Instant.now().plusSeconds(31 * 86_400)));
        assertThat(late.statusCode()).isEqualTo(400);
        assertThat(late.body()).contains("at most 30 days later");
        // The page offers what is allowed.
        assertThat(browser.fetch("GET", at("/api/v1/me"), "").body())
                .contains("\"longestTokenDays\":30", "\"hasPassword\":false");
        assertThat(local("POST", "/api/v1/users/oidc:anna/password-links", "").statusCode())
                .as("a password would let in whoever the provider lets in no more")
                .isEqualTo(409);
        assertThat(local("PUT", "/api/v1/users/oidc:anna", "{\"role\":\"viewer\"}")
                        .body())
                .contains("is said by " + provider.issuer() + " at each log-in");
        assertThat(browser.fetch("POST", at("/api/v1/login"), "{\"name\":\"oidc:anna\",\"password\":\"\\u0000\"}")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void theSameSubjectOfAnotherProviderIsSomebodyElse() throws Exception {
        Browser first = browser();
        logIn(first, "anna");
        ControllerSettings before = settings;
        settings = settings.withHttps(new MachineListener("127.0.0.1", at("/").getPort(), List.of(HOST)));
        try (AuthorizationServer another = new AuthorizationServer()) {
            another.groups("anna", "desk-viewers");
            startWith(openId(another.issuer()));
            another.register(at(OpenIdLogin.RETURN).toString());
            assertThat(status(first, "GET", "/api/v1/me", ""))
                    .as("nobody of a provider that this controller does not have any more is let in")
                    .isEqualTo(401);
            Browser second = browser();
            logIn(second, "anna");
            assertThat(me(second).path("name").asString()).matches("oidc:anna~[0-9a-f]{8}");
            assertThat(me(second).path("role").asString()).isEqualTo("viewer");
            assertThat(users()).hasSize(2).contains("oidc:anna admin");
        }
        startWith(openId(provider.issuer()));
        settings = before;
        assertThat(me(first).path("role").asString()).isEqualTo("admin");
    }

    @Test
    void aLinkOfWhoIsLetInNoMoreSetsNoPassword() throws Exception {
        Browser maker = browser();
        logIn(maker, "anna");
        HttpResponse<String> added = maker.fetch("POST", at("/api/v1/users"), "{\"name\":\"udo\",\"role\":\"admin\"}");
        assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
        String link = JsonMapper.shared()
                .readTree(added.body())
                .path("link")
                .path("passwordLink")
                .asString();
        String body = "{\"code\":\"%s\",\"password\":\"%s\"}"
                .formatted(link.substring(link.indexOf('=') + 1), LOCAL_PASSWORD);
        try (AuthorizationServer another = new AuthorizationServer()) {
            startWith(openId(another.issuer()));
            assertThat(status(browser(), "POST", "/api/v1/passwords", body))
                    .as("its maker is an administrator of a provider that this controller does not have any more")
                    .isEqualTo(404);
        }
        startWith(openId(provider.issuer()));
        assertThat(status(browser(), "POST", "/api/v1/passwords", body)).isEqualTo(204);
    }

    // ---- Attacks

    /** Since the test began. */
    private long tokenRequests() {
        return provider.requests().stream()
                .filter(request -> request.equals("POST /oauth2/token"))
                .count();
    }

    @Test
    void aStateThatThisBrowserDoesNotHaveProvesNobody() throws Exception {
        Browser attacker = browser();
        URI ofAttacker = returned(attacker, "ben");
        Browser victim = browser();
        refused(
                victim.open(ofAttacker, URI.create(provider.issuer()), OpenIdLoginTest::all),
                401,
                "state: not that of a log-in");
        // Also in a browser that is on its way itself.
        victim.open(at(OpenIdLogin.PATH), at("/login"), uri -> false);
        refused(
                victim.open(ofAttacker, URI.create(provider.issuer()), OpenIdLoginTest::all),
                401,
                "state: not that of a log-in");
        assertThat(status(victim, "GET", "/api/v1/me", "")).isEqualTo(401);
        refused(
                victim.open(
                        at(OpenIdLogin.RETURN + "?code=abc&state=invented"),
                        URI.create(provider.issuer()),
                        OpenIdLoginTest::all),
                401,
                "state: not that of a log-in");
        for (String forged : List.of("", "%25", "?code=a", "?state=&code=a", "?state=a&state=b&code=c")) {
            assertThat(victim.open(at(OpenIdLogin.RETURN + forged)).status())
                    .as(forged)
                    .isIn(401, 404);
        }
        assertThat(tokenRequests()).as("the provider is not troubled").isZero();
        // It was the attacker's own, and still is.
        assertThat(attacker.open(ofAttacker, URI.create(provider.issuer()), OpenIdLoginTest::all)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aCookieThatWasChangedOrMadeElsewhereProvesNobody() throws Exception {
        Browser browser = browser();
        URI returned = returned(browser, "anna");
        String name = "__Host-deskmeter-" + at("/").getPort() + "-pending";
        String sealed = Objects.requireNonNull(browser.cookies(HOST).get(name));
        String middle = sealed.substring(0, 40) + (sealed.charAt(40) == 'A' ? 'B' : 'A') + sealed.substring(41);
        for (String forged : List.of(middle, sealed.substring(0, 20), "A", "****", "")) {
            browser.keep(HOST, name, forged);
            refused(
                    browser.open(returned, URI.create(provider.issuer()), OpenIdLoginTest::all),
                    401,
                    "state: not that of a log-in");
        }
        assertThat(tokenRequests()).isZero();
    }

    @Test
    void aCodeWorksOnce() throws Exception {
        Browser browser = browser();
        URI returned = returned(browser, "anna");
        Map<String, String> before = browser.cookies(HOST);
        assertThat(browser.open(returned, URI.create(provider.issuer()), OpenIdLoginTest::all)
                        .status())
                .isEqualTo(200);
        refused(
                browser.open(returned, URI.create(provider.issuer()), OpenIdLoginTest::all),
                401,
                "state: not that of a log-in that this browser has begun");
        // Also with the cookie that was removed.
        Browser thief = browser();
        before.forEach((name, value) -> thief.keep(HOST, name, value));
        refused(
                thief.open(returned, URI.create(provider.issuer()), OpenIdLoginTest::all),
                401,
                "Example has proved nobody: invalid_grant");
        assertThat(status(thief, "GET", "/api/v1/me", "")).isEqualTo(401);
    }

    @Test
    void aCodeOfAnotherLogInIsNotTaken() throws Exception {
        Browser attacker = browser();
        String code = returned(attacker, "ben").getQuery().replaceAll(".*(code=[^&]+).*", "$1");
        Browser victim = browser();
        URI own = returned(victim, "anna");
        URI injected = URI.create(own.toString().replaceAll("code=[^&]+", code));
        refused(
                victim.open(injected, URI.create(provider.issuer()), OpenIdLoginTest::all),
                401,
                "Example has proved nobody");
    }

    static Stream<Consumer<JwtEncodingContext>> lies() {
        return Stream.of(
                context -> context.getClaims().audience(List.of("another client")),
                context -> context.getClaims()
                        .audience(List.of(AuthorizationServer.CLIENT, "another"))
                        .claim("azp", "another"),
                context -> context.getClaims().issuer("http://127.0.0.1:1"),
                context -> context.getClaims().claim("nonce", "of another log-in"),
                context -> context.getClaims().claims(claims -> claims.remove("nonce")),
                context -> context.getClaims().claims(claims -> claims.remove("sub")),
                context -> context.getClaims().claim("sub", "a\u0000b"),
                context -> context.getClaims()
                        .issuedAt(Instant.now().minusSeconds(7200))
                        .expiresAt(Instant.now().minusSeconds(3600)),
                context -> context.getJwsHeader().type("at+jwt"));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void anIdTokenThatIsNotForThisLogInProvesNobody(Consumer<JwtEncodingContext> lie) throws Exception {
        provider.lie(lie);
        Browser browser = browser();
        refused(logIn(browser, "anna"), 401, "Example has proved nobody");
        assertThat(status(browser, "GET", "/api/v1/me", "")).isEqualTo(401);
        assertThat(users()).isEmpty();
        provider.lie(context -> {});
        assertThat(browser.open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anIdTokenOfAnotherKeyProvesNobody() throws Exception {
        provider.signWithForgedKey(true);
        Browser browser = browser();
        refused(logIn(browser, "anna"), 401, "Example has proved nobody");
        assertThat(users()).isEmpty();
        assertThat(audit("")).singleElement().asString().startsWith("refused: OpenID Connect: ");
    }

    @Test
    void anAnswerOfAnotherIssuerOrARefusalIsSaidInWords() throws Exception {
        Browser browser = browser();
        URI returned = returned(browser, "anna");
        refused(
                browser.open(
                        URI.create(returned + "&iss=https://other.example.org"),
                        URI.create(provider.issuer()),
                        OpenIdLoginTest::all),
                401,
                "iss: https://other.example.org (expected: " + provider.issuer());
        Page leaves = browser.open(at(OpenIdLogin.PATH), at("/login"), uri -> false);
        String state = leaves.location().replaceAll(".*&state=([^&]+).*", "$1");
        refused(
                browser.open(
                        at(OpenIdLogin.RETURN + "?error=access_denied&error_description=%3Cb%3Ecall%20me&state="
                                + state),
                        URI.create(provider.issuer()),
                        OpenIdLoginTest::all),
                401,
                "Example answered access_denied");
    }

    @Test
    void thePageThatFollowsIsOneOfThisController() throws Exception {
        Browser browser = browser();
        Page form = browser.open(at(OpenIdLogin.PATH + "?to=//evil.example.org"), at("/login"), OpenIdLoginTest::all);
        assertThat(browser.logIn(form, "anna", AuthorizationServer.PASSWORD, OpenIdLoginTest::all)
                        .body())
                .contains("url=/\"")
                .doesNotContain("evil");
    }

    /** Browsers drop cookies of more than 4,096 bytes; the log-in would fail. */
    @ParameterizedTest
    @ValueSource(ints = {1200, 3000, 6000})
    void howeverLongTheAddressOfThePageIsTheCookieIsKept(int length) throws Exception {
        Page begun =
                browser().open(at(OpenIdLogin.PATH + "?to=/compare/" + "x".repeat(length)), at("/login"), uri -> false);
        assertThat(begun.status()).as(begun.body()).isEqualTo(302);
        assertThat(begun.response().headers().allValues("Set-Cookie"))
                .singleElement()
                .satisfies(
                        cookie -> assertThat(cookie.split(";", 2)[0].length()).isLessThanOrEqualTo(4096));
    }

    // ---- A provider that does not answer

    @Test
    void whileTheProviderIsAwayPeopleOfTheControllerLogIn() throws Exception {
        startWith(openId(provider.issuer()));
        provider.register(at(OpenIdLogin.RETURN).toString());
        assertThat(local("POST", "/api/v1/users", """
                        {"name":"dora","role":"viewer","password":"%s"}""".formatted(LOCAL_PASSWORD)).statusCode())
                .isEqualTo(201);
        Browser onItsWay = browser();
        Browser browser = browser();
        provider.stop();
        Page away = browser.open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all);
        refused(away, 503, "people of this controller itself can log in with their passwords");
        assertThat(away.body()).contains("Example (" + provider.issuer() + ") cannot be used now");
        assertThat(away.response().headers().firstValue("Retry-After")).isPresent();
        assertThat(status(
                        browser,
                        "POST",
                        "/api/v1/login",
                        "{\"name\":\"dora\",\"password\":\"" + LOCAL_PASSWORD + "\"}"))
                .isEqualTo(204);
        provider.startAgain();
        provider.register(at(OpenIdLogin.RETURN).toString());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> browser()
                                .open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all)
                                .status()
                        == 200);
        URI returned = returned(onItsWay, "anna");
        provider.stop();
        refused(onItsWay.open(returned, URI.create(provider.issuer()), OpenIdLoginTest::all), 503, "did not answer");
        provider.startAgain();
    }

    @Test
    void aProviderThatOnlyTakesConnectionsHoldsNobody() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            startWith(openId("http://127.0.0.1:" + silent.getLocalPort()));
            Instant began = Instant.now();
            List<Thread> many = new ArrayList<>();
            List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 20; i++) {
                Thread one = new Thread(() -> {
                    try {
                        statuses.add(browser()
                                .open(at(OpenIdLogin.PATH), at("/login"), OpenIdLoginTest::all)
                                .status());
                    } catch (Exception e) {
                        statuses.add(-1);
                    }
                });
                one.start();
                many.add(one);
            }
            for (Thread one : many) {
                one.join();
            }
            assertThat(statuses).hasSize(20).containsOnly(503);
            assertThat(Instant.now()).isBefore(began.plusSeconds(25));
        }
    }

    @Test
    void aProviderThatCallsItselfAnotherIsNotBelieved() throws Exception {
        assertThatThrownBy(() -> new OpenIdProvider(openId(provider.issuer() + "/"), System::nanoTime).known())
                .isInstanceOf(OpenIdException.class)
                .hasMessageContaining("is that of " + provider.issuer() + " (expected: ");
    }

    /** A redirection to wherever would get the secret of the client, or give its keys. */
    @Test
    void aProviderThatSendsElsewhereIsNotFollowed() throws Exception {
        try (ServerSocket elsewhere = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            answering(elsewhere, path -> List.of("302 Found", "Location: " + provider.issuer() + path, "", ""));
            unavailable("http://127.0.0.1:" + elsewhere.getLocalPort(), "a redirection");
        }
    }

    private static void unavailable(String issuer, String because) {
        assertThatThrownBy(() -> new OpenIdProvider(openId(issuer), System::nanoTime).known())
                .as(because)
                .isInstanceOfSatisfying(
                        OpenIdException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(OpenIdException.Reason.UNAVAILABLE))
                .hasMessageContaining("(expected: ");
    }

    @Test
    void aProviderWhoseDescriptionIsNotOneIsUnavailable() throws Exception {
        for (String description : List.of(
                "",
                "[]",
                "{\"issuer\":\"ISSUER\"}",
                "{\"issuer\":7}",
                "{\"issuer\":\"ISSUER\",\"authorization_endpoint\":\"javascript:alert(1)\"}",
                "{\"issuer\":\"ISSUER\",\"subject_types_supported\":[\"public\"],\"authorization_endpoint\":\"ISSUER/a\","
                        + "\"token_endpoint\":\"http://elsewhere.example.org/t\",\"jwks_uri\":\"ISSUER/k\"}")) {
            try (ServerSocket odd = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                String issuer = "http://127.0.0.1:" + odd.getLocalPort();
                String body = description.replace("ISSUER", issuer);
                answering(odd, path -> List.of("200 OK", "Content-Type: application/json", "", body));
                unavailable(issuer, description);
            }
        }
    }

    /** Reproducer: its answers were read to their end, whatever their length. */
    @Test
    void aProviderThatDoesNotStopAnsweringIsUnavailable() throws Exception {
        AtomicLong sent = new AtomicLong();
        String part = "\"scope\",".repeat(10_000);
        try (ServerSocket endless = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = endless.accept()) {
                    OutputStream out = socket.getOutputStream();
                    out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"scopes_supported\":["
                            .getBytes(StandardCharsets.US_ASCII));
                    while (sent.get() < ENOUGH) {
                        out.write(part.getBytes(StandardCharsets.US_ASCII));
                        sent.addAndGet(part.length());
                    }
                } catch (IOException ended) {
                    // By the controller.
                }
            });
            thread.setDaemon(true);
            thread.start();
            unavailable("http://127.0.0.1:" + endless.getLocalPort(), "an endless answer");
        }
        assertThat(sent).hasValueLessThan(ENOUGH);
    }

    /** @param answers from the path to the lines of the answer, of which the last one is the body */
    private static void answering(ServerSocket server, Function<String, List<String>> answers) {
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (var socket = server.accept();
                        var reader = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
                    String line = reader.readLine();
                    String path = line.split(" ", 3)[1];
                    while (!line.isEmpty()) {
                        line = reader.readLine();
                    }
                    List<String> lines = new ArrayList<>(
                            List.of("HTTP/1.1 " + answers.apply(path).get(0)));
                    lines.add("Connection: close");
                    lines.addAll(
                            answers.apply(path).subList(1, answers.apply(path).size()));
                    socket.getOutputStream().write(String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void settingsThatCannotWorkOrAreNotSafeAreRefused() {
        for (String issuer : List.of(
                "http://login.example.org", "login.example.org", "https://a.example.org/?b=c", "ftp://127.0.0.1")) {
            assertThatThrownBy(() -> openId(issuer)).as(issuer).hasMessageContaining("(expected: ");
        }
        assertThatThrownBy(() -> new OpenIdSettings(
                        "https://a.example.org", "id", null, "a", "groups", Map.of(), List.of(), List.of()))
                .hasMessageContaining("--oidc-role: none (expected: ");
        assertThatThrownBy(() -> new OpenIdSettings(
                        "https://a.example.org",
                        "id",
                        null,
                        "a",
                        "groups",
                        Map.of("all", Role.SCRAPE),
                        List.of(),
                        List.of()))
                .hasMessageContaining("(expected: viewer, operator or admin");
        assertThat(openId("https://a.example.org").toString()).doesNotContain(AuthorizationServer.SECRET);
    }

    @Test
    void aRoleIsFoundInClaimsOfAllForms() {
        OpenIdSettings nested = new OpenIdSettings(
                "https://a.example.org", "id", null, "a", "realm_access.roles", ROLES, List.of(), List.of());
        assertThat(RoleClaim.role(Map.of("realm_access", Map.of("roles", List.of("x", "desk-viewers"))), nested))
                .contains(Role.VIEWER);
        assertThat(RoleClaim.role(Map.of("realm_access.roles", "desk-admins"), nested))
                .contains(Role.ADMIN);
        assertThat(RoleClaim.role(Map.of("realm_access", "desk-admins"), nested))
                .isEmpty();
        OpenIdSettings flat = openId("https://a.example.org");
        assertThat(RoleClaim.role(Map.of("groups", "desk-operators"), flat)).contains(Role.OPERATOR);
        assertThat(RoleClaim.role(Map.of("groups", "desk-operators desk-admins"), flat))
                .isEmpty();
        assertThat(RoleClaim.role(Map.of("groups", List.of(1, true, List.of("desk-admins"))), flat))
                .isEmpty();
        assertThat(RoleClaim.role(Map.of("groups", "DESK-ADMINS"), flat)).isEmpty();
    }
}
