package io.deskmeter.controller.access.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.access.PeopleFixture;
import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.access.endpoint.EndpointRights.Row;
import io.deskmeter.controller.people.People;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every endpoint of a real controller has a right, and every kind of caller gets exactly what it says. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointRightsTest {
    /** Handlers of files, which are none of Spring's methods. */
    private static final Set<String> FILES = Set.of("GET /assets/**", "GET /icon.svg");

    private static final List<AccessRule> READING = List.of(AccessRule.SCRAPE, AccessRule.VIEWER);
    private static final List<AccessRule> OPERATING =
            List.of(AccessRule.SCRAPE, AccessRule.VIEWER, AccessRule.OPERATOR);
    private static final List<AccessRule> RULING =
            List.of(AccessRule.SCRAPE, AccessRule.VIEWER, AccessRule.OPERATOR, AccessRule.ADMIN);

    @SuppressWarnings("NullAway.Init")
    private PeopleFixture people;

    @SuppressWarnings("NullAway.Init")
    private EndpointRights rights;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        people = new PeopleFixture(folder);
        rights = HttpsPort.part(people.server, EndpointRights.class);
    }

    @AfterAll
    void stop() {
        people.close();
    }

    /** A new endpoint without a row is red here, and answers 403 to everybody. */
    @Test
    void everyHandlerHasARowAndEveryRowAHandler() {
        Set<String> handled = new TreeSet<>();
        ApplicationContext context = HttpsPort.part(people.server, ApplicationContext.class);
        context.getBeansOfType(RequestMappingInfoHandlerMapping.class)
                .values()
                .forEach(mapping -> mapping.getHandlerMethods().forEach((info, method) -> {
                    Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
                    assertThat(methods).as("%s names its methods", method).isNotEmpty();
                    methods.forEach(one -> info.getPatternValues().forEach(path -> handled.add(one + " " + path)));
                }));
        Set<String> rows = rights.rows().stream()
                .map(row -> row.method() + " " + row.path().getPatternString())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rows).hasSameSizeAs(rights.rows());
        rows.removeAll(FILES);
        assertThat(rows).isEqualTo(handled);
    }

    @Test
    void everythingThatMayChangeSomethingHasAnAction() {
        assertThat(rights.rows().stream()
                        .filter(row -> !row.method().equals("GET") && row.action() == null)
                        .map(row -> row.method() + " " + row.path().getPatternString()))
                .containsExactlyInAnyOrder("POST /api/v1/validations", "POST /api/v1/retention/preview");
        assertThat(rights.rows().stream()
                        .filter(row -> row.method().equals("GET") && row.action() != null)
                        .map(row -> row.path().getPatternString()))
                .as("what reads is written down only if it hands out everything, or if it is a log-in")
                .containsExactlyInAnyOrder("/api/v1/backup", "/login/openid/return");
    }

    private Set<String> of(AccessRule... rules) {
        return rights.rows().stream()
                .filter(row -> Set.of(rules).contains(row.rule()))
                .map(row -> row.method() + " " + row.path().getPatternString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What reads needs a viewer, what changes an operator; the exceptions are these. */
    @Test
    void theTableSaysWhatWasDecided() {
        assertThat(of(AccessRule.PUBLIC))
                .containsExactly("GET /api/v1/login", "POST /api/v1/login", "POST /api/v1/passwords");
        assertThat(of(AccessRule.PUBLIC_BY_HTTPS))
                .containsExactly(
                        "GET /assets/**",
                        "GET /icon.svg",
                        "GET /login",
                        "GET /login/openid",
                        "GET /login/openid/return",
                        "GET /set-password");
        assertThat(of(AccessRule.SCRAPE))
                .containsExactly("GET /actuator/health", "GET /actuator/health/**", "GET /actuator/prometheus");
        assertThat(of(AccessRule.LOCAL_ADMIN)).containsExactly("POST /api/v1/login-links");
        assertThat(of(AccessRule.PERSON))
                .containsExactly(
                        "DELETE /api/v1/logins/{id}",
                        "DELETE /api/v1/tokens/{id}",
                        "GET /api/v1/logins",
                        "GET /api/v1/tokens",
                        "POST /api/v1/logout",
                        "POST /api/v1/tokens",
                        "PUT /api/v1/me/password");
        assertThat(of(AccessRule.ADMIN, AccessRule.ADMIN_PERSON))
                .containsExactly(
                        "DELETE /api/v1/agents/{id}",
                        "DELETE /api/v1/enrolments/{id}",
                        "DELETE /api/v1/installations/{id}",
                        "DELETE /api/v1/users/{name}",
                        "GET /api/v1/audit",
                        "GET /api/v1/audit.jsonl",
                        "GET /api/v1/backup",
                        "GET /api/v1/enrolments",
                        "GET /api/v1/enrolments/controllers",
                        "GET /api/v1/users",
                        "POST /api/v1/enrolments",
                        "POST /api/v1/enrolments/agents/{id}/revocation",
                        "POST /api/v1/enrolments/controllers/{id}/revocation",
                        "POST /api/v1/retention/preview",
                        "POST /api/v1/runs/import",
                        "POST /api/v1/users",
                        "POST /api/v1/users/{name}/password-links",
                        "PUT /api/v1/installations/expected",
                        "PUT /api/v1/retention",
                        "PUT /api/v1/users/{name}");
        assertThat(of(AccessRule.VIEWER)).allMatch(one -> one.startsWith("GET "));
        assertThat(of(AccessRule.OPERATOR)).noneMatch(one -> one.startsWith("GET "));
    }

    /**
     * Somebody who sends requests.
     *
     * @param known whether the controller knows who it is
     * @param rules what that one may call
     */
    private record Sender(Requests port, boolean known, Set<AccessRule> rules, List<String> headers) {
        Sender(Requests port, boolean known, Set<AccessRule> rules, String... headers) {
            this(port, known, rules, List.of(headers));
        }
    }

    private static Set<AccessRule> rules(List<AccessRule> some, AccessRule... more) {
        Set<AccessRule> all = EnumSet.copyOf(some);
        all.addAll(List.of(more));
        return all;
    }

    /** @param prefix of names that nobody has yet */
    private Map<String, Sender> senders(String prefix) throws Exception {
        for (String role : List.of("viewer", "operator", "admin", "scrape")) {
            people.add(prefix + role, role);
        }
        people.add(prefix + "other", "admin");
        people.add(prefix + "gone", "admin");
        Requests https = people.https;
        Requests loopback = people.loopback;
        Instant later = Instant.now().plusSeconds(3600);
        String admin = people.cookie(prefix + "admin");
        String metrics = Requests.bearer(
                TokenFile.read(people.server.tokenFile(TokenRole.METRICS)).text());
        String agent = Requests.bearer(
                TokenFile.read(people.server.tokenFile(TokenRole.AGENT)).text());
        String expired = people.token(admin, "admin", Instant.now().plusMillis(900))
                .path("token")
                .asString();
        People known = HttpsPort.part(people.server, People.class);
        await().until(() -> known.token(expired, "").isEmpty());
        String revoked = people.token(admin, "admin", later).path("token").asString();
        String id = people.https
                .send("GET", "/api/v1/tokens", "", admin)
                .json()
                .path(0)
                .path("id")
                .asString();
        assertThat(https.send("DELETE", "/api/v1/tokens/" + id, "", admin).status())
                .isEqualTo(204);
        String ended = people.cookie(prefix + "admin");
        assertThat(https.send("POST", "/api/v1/logout", "", ended).status()).isEqualTo(204);
        String ofDisabled = people.cookie(prefix + "other");
        String tokenOfDisabled =
                people.token(ofDisabled, "admin", later).path("token").asString();
        assertThat(people.change(prefix + "other", "{\"disabled\":true}")).isEqualTo(200);
        String ofRemoved = people.cookie(prefix + "gone");
        String tokenOfRemoved =
                people.token(ofRemoved, "admin", later).path("token").asString();
        assertThat(loopback.send("DELETE", "/api/v1/users/" + prefix + "gone", "", people.local)
                        .status())
                .isEqualTo(204);
        Requests.Answer opened = loopback.send(
                "GET",
                loopback.send("POST", "/api/v1/login-links", "", people.local)
                        .json()
                        .path("path")
                        .asString(),
                "");
        String browser = Requests.cookie(opened);
        String elsewhere = browser.replace("Cookie: deskmeter-", "Cookie: __Host-deskmeter-")
                .replaceFirst("-[0-9]+=", "-" + people.https.server().getPort() + "=");

        AccessRule in = AccessRule.PUBLIC;
        AccessRule page = AccessRule.PUBLIC_BY_HTTPS;
        Map<String, Sender> all = new LinkedHashMap<>();
        all.put("nobody here", new Sender(loopback, false, rules(List.of(in))));
        all.put("nobody by https", new Sender(https, false, rules(List.of(in, page))));
        all.put("secret file", new Sender(loopback, true, EnumSet.allOf(AccessRule.class), people.local));
        all.put("browser with a link", new Sender(loopback, true, EnumSet.allOf(AccessRule.class), browser));
        all.put("secret file by https", new Sender(https, false, rules(List.of(in, page)), people.local));
        all.put("browser with a link by https", new Sender(https, false, rules(List.of(in, page)), browser));
        all.put("its cookie renamed by https", new Sender(https, false, rules(List.of(in, page)), elsewhere));
        all.put("metrics file", new Sender(loopback, true, rules(List.of(AccessRule.SCRAPE), in, page), metrics));
        all.put("metrics file by https", new Sender(https, false, rules(List.of(in, page)), metrics));
        all.put("agents' file", new Sender(loopback, false, rules(List.of(in)), agent));
        all.put(
                "scrape",
                new Sender(
                        https,
                        true,
                        rules(List.of(AccessRule.SCRAPE), in, page, AccessRule.PERSON),
                        people.cookie(prefix + "scrape")));
        all.put(
                "viewer",
                new Sender(https, true, rules(READING, in, page, AccessRule.PERSON), people.cookie(prefix + "viewer")));
        all.put(
                "operator",
                new Sender(
                        https,
                        true,
                        rules(OPERATING, in, page, AccessRule.PERSON),
                        people.cookie(prefix + "operator")));
        all.put(
                "admin",
                new Sender(
                        https,
                        true,
                        rules(RULING, in, page, AccessRule.PERSON, AccessRule.ADMIN_PERSON),
                        people.cookie(prefix + "admin")));
        for (String role : List.of("scrape", "viewer", "operator", "admin")) {
            List<AccessRule> may = role.equals("scrape")
                    ? List.of(AccessRule.SCRAPE)
                    : role.equals("viewer") ? READING : role.equals("operator") ? OPERATING : RULING;
            String token = Requests.bearer(
                    people.token(admin, role, later).path("token").asString());
            all.put("token of role " + role, new Sender(https, true, rules(may, in, page), token));
            all.put("token here of role " + role, new Sender(loopback, true, rules(may, in, page), token));
        }
        all.put("expired token", new Sender(https, false, rules(List.of(in, page)), Requests.bearer(expired)));
        all.put("revoked token", new Sender(https, false, rules(List.of(in, page)), Requests.bearer(revoked)));
        all.put("ended session", new Sender(https, false, rules(List.of(in, page)), ended));
        all.put("session of a disabled user", new Sender(https, false, rules(List.of(in, page)), ofDisabled));
        all.put(
                "token of a disabled user",
                new Sender(https, false, rules(List.of(in, page)), Requests.bearer(tokenOfDisabled)));
        all.put("session of a removed user", new Sender(https, false, rules(List.of(in, page)), ofRemoved));
        all.put(
                "token of a removed user",
                new Sender(https, false, rules(List.of(in, page)), Requests.bearer(tokenOfRemoved)));
        all.put(
                "invented token",
                new Sender(https, false, rules(List.of(in, page)), Requests.bearer("dmt_" + "A".repeat(43))));
        all.put(
                "an expired token beside a cookie",
                new Sender(
                        https,
                        false,
                        rules(List.of(in, page)),
                        Requests.bearer(expired),
                        people.cookie(prefix + "admin")));
        return all;
    }

    @Test
    void everyCallerGetsExactlyWhatTheTableSays() throws Exception {
        List<String> wrong = new ArrayList<>();
        int asked = 0;
        Map<String, Sender> senders = senders("");
        List<Row> last = rights.rows().stream()
                .filter(row -> row.path().getPatternString().equals("/api/v1/logout"))
                .toList();
        List<Row> rows = new ArrayList<>(rights.rows());
        // Whoever logs out is known no more.
        rows.removeAll(last);
        rows.addAll(last);
        for (Row row : rows) {
            for (Map.Entry<String, Sender> one : senders.entrySet()) {
                Sender sender = one.getValue();
                String path = path(row);
                int status = sender.port.status(row.method(), path, sender.headers.toArray(String[]::new));
                boolean letIn = status != 401 && status != 403;
                boolean may = sender.rules.contains(row.rule());
                boolean right = may ? letIn : status == (sender.known ? 403 : 401);
                if (!right) {
                    wrong.add(one.getKey() + ": " + row.method() + " " + path + " " + row.rule() + ": " + status);
                }
                asked++;
            }
        }
        assertThat(wrong).as("of %d", asked).isEmpty();
        assertThat(asked).isGreaterThan(2500);
    }

    /** Pages offer what is said here, so it must be what is let in. */
    @Test
    void everyCallerIsToldWhatItMayDo() throws Exception {
        Set<String> reading = of(AccessRule.PUBLIC, AccessRule.PUBLIC_BY_HTTPS, AccessRule.SCRAPE, AccessRule.VIEWER);
        for (Map.Entry<String, Sender> one : senders("told-").entrySet()) {
            Sender sender = one.getValue();
            if (!sender.rules.contains(AccessRule.VIEWER)) {
                continue;
            }
            Set<String> may = of(sender.rules.toArray(AccessRule[]::new));
            may.removeAll(reading);
            Set<String> told = new TreeSet<>();
            sender.port
                    .send("GET", "/api/v1/me", "", sender.headers.toArray(String[]::new))
                    .json()
                    .path("may")
                    .forEach(row -> told.add(row.asString()));
            assertThat(told).as(one.getKey()).isEqualTo(may);
        }
    }

    /** With values that nothing has. */
    private static String path(Row row) {
        return row.path()
                .getPatternString()
                .replaceAll("\\{(session|sequence|version)}", "987")
                .replaceAll("\\{[^}]+}", "none")
                .replace("/**", "/none");
    }

    /** What somebody forgets to put into the table. */
    public static final class Forgotten {
        public ResponseEntity<String> get() {
            return ResponseEntity.ok("a secret");
        }
    }

    @Test
    void whatHasNoRowIsDeniedToEverybody() throws Exception {
        RequestMappingHandlerMapping mapping = HttpsPort.part(people.server, ApplicationContext.class)
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        RequestMappingInfo info = RequestMappingInfo.paths("/api/v1/forgotten", "/api/v1/runs/{other}/report")
                .methods(RequestMethod.GET, RequestMethod.POST)
                .options(mapping.getBuilderConfiguration())
                .build();
        mapping.registerMapping(info, new Forgotten(), Forgotten.class.getMethod("get"));
        try {
            for (String method : List.of("GET", "POST")) {
                Requests.Answer answer = people.loopback.send(method, "/api/v1/forgotten", "", people.local);
                assertThat(answer.status()).isEqualTo(403);
                assertThat(answer.body()).contains("has no rule about who may call it (expected: ");
            }
            assertThat(people.loopback
                            .send("POST", "/api/v1/runs/none/report", "", people.local)
                            .status())
                    .isEqualTo(403);
            assertThat(people.loopback.send("GET", "/api/v1/forgotten", "").status())
                    .isEqualTo(401);
        } finally {
            mapping.unregisterMapping(info);
        }
    }

    @Test
    void whatIsInNoTableIsNotFound() throws Exception {
        for (String path : List.of("/nothing", "/api/v1/nothing", "/actuator/nothing", "/actuator/env")) {
            assertThat(people.loopback.status("GET", path, people.local))
                    .as(path)
                    .isEqualTo(404);
            assertThat(people.loopback.status("GET", path)).as(path).isEqualTo(401);
            assertThat(people.https.status("GET", path)).as(path).isEqualTo(401);
        }
        assertThat(people.loopback.status("POST", "/actuator/health", people.local))
                .isEqualTo(405);
        assertThat(people.loopback.status("GET", "/actuator/health/%2e%2e/mailbox", people.local))
                .isEqualTo(400);
        assertThat(people.loopback.status("GET", "/api/v1/runs;x=1", people.local))
                .isEqualTo(200);
        assertThat(people.loopback.status("GET", "/api/v1/users;x=1")).isEqualTo(401);
        assertThat(people.loopback.status("GET", "/api//v1/users")).isEqualTo(401);
    }
}
