package io.deskmeter.bench.hostile;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** Requests of people, pages and commands, with secrets that nobody has given them. */
final class TrueRequests {
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get");
    private static final List<String> PATHS = List.of(
            "/",
            "/login",
            "/login?code=0123456789abcdef",
            "/runs/2026-01-01-000000",
            "/assets/index.js",
            "/api/v1/me",
            "/api/v1/runs",
            "/api/v1/runs/import",
            "/api/v1/runs/2026-01-01-000000/events",
            "/api/v1/runs/2026-01-01-000000/timings?limit=1000&sort=-response",
            "/api/v1/agents",
            "/api/v1/login",
            "/api/v1/logout",
            "/api/v1/passwords",
            "/api/v1/users",
            "/api/v1/users/anna/password-links",
            "/api/v1/tokens",
            "/api/v1/enrolments",
            "/api/v1/validations",
            "/api/v1/audit?limit=1000",
            "/api/v1/backup",
            "/actuator/health",
            "/actuator/prometheus",
            "/actuator/heapdump",
            "/v3/api-docs",
            "*",
            "https://example.org/api/v1/runs",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/..;/actuator/env",
            "/a//b/./c;x=y/%00?%zz=%");
    private static final List<String> HEADERS = List.of(
            "Authorization: Bearer 0123456789abcdef0123456789abcdef",
            "Authorization: Basic YWRtaW46YWRtaW4=",
            "Cookie: deskmeter=0123456789abcdef; other=x",
            "Origin: https://example.org",
            "Sec-Fetch-Site: cross-site",
            "X-Forwarded-For: 127.0.0.1",
            "Forwarded: for=127.0.0.1;proto=https",
            "Accept: text/event-stream",
            "Accept-Encoding: gzip, br, deflate",
            "Range: bytes=0-,1-,2-,3-",
            "If-Match: \"x\"",
            "Expect: 100-continue",
            "Upgrade: h2c",
            "Connection: Upgrade, HTTP2-Settings",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked",
            "Content-Length: 0",
            "Content-Length: 99999999999",
            "Host: example.org",
            "X-Http-Method-Override: DELETE");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/yaml",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/octet-stream",
            "text/plain; charset=utf-7");
    private static final List<String> BODIES = List.of(
            "{\"name\":\"anna\",\"password\":\"correct horse battery\"}",
            "{\"code\":\"0123456789abcdef\",\"password\":\"correct horse battery\"}",
            "{\"machines\": 3, \"labels\": [\"lab\"]}",
            "id: a\ntitle: b\nworkloads: &a [*a, *a]\n",
            "name=anna&password=x",
            "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../../x\"\r\n\r\nx\r\n--x--\r\n",
            "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
            "");

    private TrueRequests() {}

    private static <T> T one(List<T> of, RandomGenerator random) {
        return of.get(random.nextInt(of.size()));
    }

    private static String head(String host, RandomGenerator random) {
        StringBuilder head = new StringBuilder();
        head.append(random.nextInt(3) == 0 ? one(METHODS, random) : "GET")
                .append(' ')
                .append(one(PATHS, random))
                .append(" HTTP/1.")
                .append(random.nextInt(10) == 0 ? "0" : "1")
                .append("\r\nHost: ")
                .append(host)
                .append("\r\n");
        for (int left = random.nextInt(4); left > 0; left--) {
            head.append(one(HEADERS, random)).append("\r\n");
        }
        return head.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Without a body. */
    static byte[] plain(String host, RandomGenerator random) {
        return bytes(head(host, random) + "\r\n");
    }

    /** Many headers, or long ones. */
    static byte[] headers(String host, RandomGenerator random) {
        StringBuilder request = new StringBuilder(head(host, random));
        if (random.nextBoolean()) {
            for (int left = random.nextInt(300); left > 0; left--) {
                request.append("X-")
                        .append(left)
                        .append(": ")
                        .append(random.nextLong())
                        .append("\r\n");
            }
        } else {
            request.append("X-Long: ")
                    .append("x".repeat(random.nextInt(40_000)))
                    .append("\r\n");
        }
        return bytes(request + "\r\n");
    }

    /** With a body, of the length that it says or another one. */
    static byte[] body(String host, RandomGenerator random) {
        byte[] body = bytes(one(BODIES, random));
        byte[] sent = random.nextInt(4) == 0 ? body : Mutations.mutate(body, random);
        int said = random.nextInt(4) == 0 ? random.nextInt(2_000_000) : sent.length;
        String head = "POST " + one(PATHS, random) + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: "
                + one(TYPES, random) + "\r\nContent-Length: " + said + "\r\n\r\n";
        return Mutations.joined(bytes(head), sent);
    }

    /** With a body in chunks. */
    static byte[] chunks(String host, RandomGenerator random) {
        StringBuilder request = new StringBuilder("POST " + one(PATHS, random) + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: " + one(TYPES, random) + "\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int left = random.nextInt(5); left > 0; left--) {
            String part = one(BODIES, random);
            request.append(Integer.toHexString(part.length()))
                    .append(random.nextInt(4) == 0 ? ";x=\"" + random.nextLong() + "\"" : "")
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        byte[] sent = bytes(request + "0\r\n" + (random.nextInt(4) == 0 ? "Trailer-X: y\r\n" : "") + "\r\n");
        return random.nextBoolean() ? sent : Mutations.mutate(sent, random);
    }
}
