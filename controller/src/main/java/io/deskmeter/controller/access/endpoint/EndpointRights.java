package io.deskmeter.controller.access.endpoint;

import static io.deskmeter.controller.access.endpoint.AccessRule.ADMIN;
import static io.deskmeter.controller.access.endpoint.AccessRule.ADMIN_PERSON;
import static io.deskmeter.controller.access.endpoint.AccessRule.LOCAL_ADMIN;
import static io.deskmeter.controller.access.endpoint.AccessRule.OPERATOR;
import static io.deskmeter.controller.access.endpoint.AccessRule.PERSON;
import static io.deskmeter.controller.access.endpoint.AccessRule.PUBLIC;
import static io.deskmeter.controller.access.endpoint.AccessRule.PUBLIC_BY_HTTPS;
import static io.deskmeter.controller.access.endpoint.AccessRule.SCRAPE;
import static io.deskmeter.controller.access.endpoint.AccessRule.VIEWER;

import io.deskmeter.controller.openid.OpenIdLogin;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Who may call which endpoint: the whole table. What is not in it is denied to everybody ({@link RightsInterceptor}).
 * Paths are matched as Spring MVC matches them, in the same parsed form, so that no spelling of an address is one
 * endpoint for the rights and another one for the handler.
 */
@Component
public final class EndpointRights {
    private static final String READ = "GET";
    private static final Set<AccessRule> EVERY_VIEWER = EnumSet.of(PUBLIC, PUBLIC_BY_HTTPS, SCRAPE, VIEWER);
    private static final PathPatternParser PATTERNS = PathPatternParser.defaultInstance;

    /**
     * The right to one endpoint.
     *
     * @param action in the audit log; null for what only reads
     */
    public record Row(
            String method,
            PathPattern path,
            AccessRule rule,
            @Nullable String action) {}

    private final List<Row> rows;

    EndpointRights() {
        List<Row> table = new ArrayList<>();
        pages(table);
        results(table);
        runs(table);
        machines(table);
        people(table);
        monitoring(table);
        table.sort(Comparator.comparing(Row::path));
        this.rows = List.copyOf(table);
    }

    private static void pages(List<Row> table) {
        read(
                table,
                VIEWER,
                "/",
                "/profiles",
                "/profiles/{id}",
                "/runs",
                "/runs/{id}",
                "/runs/{id}/results",
                "/compare",
                "/trend",
                "/agents",
                "/installations",
                "/workloads",
                "/access",
                "/documentation/{*path}");
        read(table, PUBLIC_BY_HTTPS, "/login", "/set-password", "/assets/**", "/icon.svg");
    }

    private static void results(List<Row> table) {
        read(
                table,
                VIEWER,
                "/api/v1/openapi",
                "/api/v1/openapi.yaml",
                "/api/v1/schemas/{name}",
                "/api/v1/events",
                "/api/v1/link",
                "/api/v1/agents",
                "/api/v1/accounts",
                "/api/v1/accounts/{name}",
                "/api/v1/comparisons",
                "/api/v1/trends",
                "/api/v1/workloads",
                "/api/v1/workloads/document",
                "/api/v1/workloads/landmark",
                "/api/v1/workloads/film-strips",
                "/api/v1/workload-profiles",
                "/api/v1/run-profiles",
                "/api/v1/run-profiles/{id}",
                "/api/v1/run-profiles/{id}/versions",
                "/api/v1/run-profiles/{id}/versions/{version}",
                "/api/v1/storage",
                "/api/v1/retention",
                "/api/v1/enrolments/agents",
                "/api/v1/installations",
                "/api/v1/installations/expected");
        for (String what : List.of(
                "",
                "/events",
                "/stages",
                "/load-points",
                "/p95",
                "/profile",
                "/samples",
                "/samples.csv",
                "/metrics",
                "/metrics/{metric}",
                "/timings",
                "/timings/{session}/{sequence}",
                "/series",
                "/distribution",
                "/heatmap",
                "/sessions",
                "/sessions/{session}",
                "/sessions/{session}/screenshot",
                "/evidence",
                "/evidence/index.html",
                "/evidence/{name}",
                "/report",
                "/report.pdf",
                "/junit.xml",
                "/resources",
                "/export")) {
            read(table, VIEWER, "/api/v1/runs/{id}" + what);
        }
        read(table, VIEWER, "/api/v1/runs");
    }

    private static void runs(List<Row> table) {
        row(table, "POST", "/api/v1/runs", OPERATOR, "run.start");
        row(table, "POST", "/api/v1/run-profiles/{id}/runs", OPERATOR, "run.start");
        row(table, "POST", "/api/v1/runs/{id}/rerun", OPERATOR, "run.start");
        row(table, "POST", "/api/v1/runs/{id}/stop", OPERATOR, "run.stop");
        row(table, "POST", "/api/v1/runs/{id}/abort", OPERATOR, "run.abort");
        row(table, "POST", "/api/v1/runs/{id}/pin", OPERATOR, "run.pin");
        row(table, "POST", "/api/v1/runs/{id}/unpin", OPERATOR, "run.unpin");
        row(table, "DELETE", "/api/v1/runs/{id}", OPERATOR, "run.delete");
        row(table, "POST", "/api/v1/runs/import", ADMIN, "run.import");
        row(table, "PUT", "/api/v1/run-profiles/{id}", OPERATOR, "run-profile.save");
        row(table, "DELETE", "/api/v1/run-profiles/{id}", OPERATOR, "run-profile.delete");
        row(table, "PUT", "/api/v1/accounts/{name}", OPERATOR, "accounts.save");
        row(table, "DELETE", "/api/v1/accounts/{name}", OPERATOR, "accounts.delete");
        // These write nothing, but a check opens desktops and a validation reads files of the controller.
        row(table, "POST", "/api/v1/checks", OPERATOR, "check");
        row(table, "POST", "/api/v1/run-profiles/{id}/check", OPERATOR, "check");
        row(table, "POST", "/api/v1/validations", OPERATOR, null);
    }

    private static void machines(List<Row> table) {
        row(table, "POST", "/api/v1/agents/{id}/drain", OPERATOR, "agent.drain");
        row(table, "POST", "/api/v1/agents/{id}/resume", OPERATOR, "agent.resume");
        row(table, "DELETE", "/api/v1/agents/{id}", ADMIN, "agent.remove");
        read(table, ADMIN, "/api/v1/enrolments");
        // A join token outlives the token of a program with which it would have been made.
        row(table, "POST", "/api/v1/enrolments", ADMIN_PERSON, "enrolment.make");
        row(table, "DELETE", "/api/v1/enrolments/{id}", ADMIN, "enrolment.withdraw");
        row(table, "POST", "/api/v1/enrolments/agents/{id}/revocation", ADMIN, "agent.revoke");
        row(table, "DELETE", "/api/v1/installations/{id}", ADMIN, "installation.remove");
        row(table, "PUT", "/api/v1/installations/expected", ADMIN, "installation.expect");
        read(table, ADMIN, "/api/v1/enrolments/controllers");
        row(table, "POST", "/api/v1/enrolments/controllers/{id}/revocation", ADMIN, "controller.revoke");
        row(table, "PUT", "/api/v1/retention", ADMIN, "retention.change");
        row(table, "POST", "/api/v1/retention/preview", ADMIN, null);
        // It reads only, but everything: also the hashes of passwords.
        row(table, "GET", "/api/v1/backup", ADMIN, "backup");
    }

    private static void people(List<Row> table) {
        row(table, "POST", "/api/v1/login", PUBLIC, "login");
        read(table, PUBLIC, "/api/v1/login");
        read(table, PUBLIC_BY_HTTPS, OpenIdLogin.PATH);
        // A provider sends the browser back with GET.
        row(table, READ, OpenIdLogin.RETURN, PUBLIC_BY_HTTPS, "login");
        row(table, "POST", "/api/v1/passwords", PUBLIC, "password.set");
        row(table, "POST", "/api/v1/logout", PERSON, "logout");
        row(table, "POST", "/api/v1/login-links", LOCAL_ADMIN, "login-link.make");
        read(table, VIEWER, "/api/v1/me");
        row(table, "PUT", "/api/v1/me/password", PERSON, "password.change");
        read(table, PERSON, "/api/v1/logins", "/api/v1/tokens");
        row(table, "DELETE", "/api/v1/logins/{id}", PERSON, "login.end");
        row(table, "POST", "/api/v1/tokens", PERSON, "token.make");
        row(table, "DELETE", "/api/v1/tokens/{id}", PERSON, "token.revoke");
        read(table, ADMIN_PERSON, "/api/v1/users");
        row(table, "POST", "/api/v1/users", ADMIN_PERSON, "user.add");
        row(table, "PUT", "/api/v1/users/{name}", ADMIN_PERSON, "user.change");
        row(table, "DELETE", "/api/v1/users/{name}", ADMIN_PERSON, "user.remove");
        row(table, "POST", "/api/v1/users/{name}/password-links", ADMIN_PERSON, "password-link.make");
        read(table, ADMIN, "/api/v1/audit", "/api/v1/audit.jsonl");
    }

    private static void monitoring(List<Row> table) {
        read(table, SCRAPE, "/actuator/prometheus", "/actuator/health", "/actuator/health/**");
        read(
                table,
                VIEWER,
                "/actuator",
                "/actuator/metrics",
                "/actuator/metrics/{requiredMetricName}",
                "/actuator/mailbox");
    }

    private static void read(List<Row> table, AccessRule rule, String... paths) {
        for (String path : paths) {
            row(table, READ, path, rule, null);
        }
    }

    private static void row(List<Row> table, String method, String path, AccessRule rule, @Nullable String action) {
        table.add(new Row(method, PATTERNS.parse(path), rule, action));
    }

    /**
     * What somebody may call beside what every viewer reads, each as {@code POST /api/v1/runs}: for pages, which offer
     * no more than that.
     */
    public List<String> beyondReading(Caller caller) {
        return rows.stream()
                .filter(row -> !EVERY_VIEWER.contains(row.rule) && row.rule.permits(caller.role(), caller.kind()))
                .map(row -> row.method + " " + row.path.getPatternString())
                .sorted()
                .toList();
    }

    List<Row> rows() {
        return rows;
    }

    /** The row of a request; empty if there is none, which says nothing about whether there is such an endpoint. */
    public Optional<Row> row(HttpServletRequest request) {
        String method = request.getMethod().equals("HEAD") ? READ : request.getMethod();
        PathContainer path = path(request);
        return rows.stream()
                .filter(row -> row.method.equals(method) && row.path.matches(path))
                .findFirst();
    }

    /** Whether there is a row of any method. */
    boolean knows(HttpServletRequest request) {
        PathContainer path = path(request);
        return rows.stream().anyMatch(row -> row.path.matches(path));
    }

    private static PathContainer path(HttpServletRequest request) {
        return (ServletRequestPathUtils.hasParsedRequestPath(request)
                        ? ServletRequestPathUtils.getParsedRequestPath(request)
                        : ServletRequestPathUtils.parseAndCache(request))
                .pathWithinApplication();
    }
}
