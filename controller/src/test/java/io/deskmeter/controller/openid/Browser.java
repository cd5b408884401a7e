package io.deskmeter.controller.openid;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What matters of a browser: cookies of hosts with their attributes, redirections, forms, and the headers that say from
 * where one comes. It sends a strict cookie only if everything since the page that the user was on belongs to one host,
 * and a lax one when a page is opened.
 */
final class Browser {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern INPUT = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final int MOST_REDIRECTIONS = 10;

    private final HttpClient client;
    private final Map<String, Map<String, Cookie>> cookies = new HashMap<>();

    Browser(SSLContext trust) {
        client = HttpClient.newBuilder()
                .sslContext(trust)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    private record Cookie(String value, boolean secure, String sameSite) {}

    /**
     * A page.
     *
     * @param uri where it is in the end
     */
    record Page(URI uri, int status, HttpResponse<String> response) {
        String body() {
            return response.body();
        }

        String location() {
            return response.headers().firstValue("Location").orElse("");
        }
    }

    /** Opens a page as one types its address. */
    Page open(URI uri) throws Exception {
        return open(uri, null, any -> true);
    }

    /**
     * Follows a link.
     *
     * @param from the page with the link; null if the address is typed
     * @param follows whether to follow a redirection
     */
    Page open(URI uri, @Nullable URI from, Predicate<URI> follows) throws Exception {
        return load("GET", uri, "", from == null || from.getHost().equals(uri.getHost()), from != null, follows);
    }

    /** Fills in the form of the provider's page. */
    Page logIn(Page page, String name, String password, Predicate<URI> follows) throws Exception {
        Matcher csrf = INPUT.matcher(page.body());
        if (!csrf.find()) {
            throw new IOException("no form: " + page.status() + " " + page.uri() + ": " + page.body());
        }
        String form = "username=" + name + "&password=" + URLEncoder.encode(password, StandardCharsets.UTF_8)
                + "&_csrf=" + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8);
        return load("POST", page.uri().resolve("/login"), form, true, true, follows);
    }

    /** A request of a script of a page of the same origin. */
    HttpResponse<String> fetch(String method, URI uri, String json) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .method(method, BodyPublishers.ofString(json))
                .header("Origin", uri.getScheme() + "://" + uri.getAuthority())
                .header("Sec-Fetch-Site", "same-origin")
                .header("Sec-Fetch-Mode", "cors")
                .header("Sec-Fetch-Dest", "empty");
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        String sent = cookies(uri, true);
        if (!sent.isEmpty()) {
            request.header("Cookie", sent);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        store(uri, answer);
        return answer;
    }

    private Page load(String verb, URI first, String form, boolean ownSite, boolean linked, Predicate<URI> follows)
            throws Exception {
        String method = verb;
        URI uri = first;
        boolean own = ownSite;
        for (int i = 0; i < MOST_REDIRECTIONS; i++) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .timeout(PATIENCE)
                    .header("Accept", "text/html,application/xhtml+xml")
                    .header("Sec-Fetch-Site", !linked ? "none" : own ? "same-origin" : "cross-site")
                    .header("Sec-Fetch-Mode", "navigate")
                    .header("Sec-Fetch-Dest", "document");
            if (method.equals("POST")) {
                request.POST(BodyPublishers.ofString(form))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", uri.getScheme() + "://" + uri.getAuthority());
            }
            String sent = cookies(uri, own);
            if (!sent.isEmpty()) {
                request.header("Cookie", sent);
            }
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            store(uri, answer);
            if (answer.statusCode() / 100 != 3) {
                return new Page(uri, answer.statusCode(), answer);
            }
            URI next = uri.resolve(answer.headers().firstValue("Location").orElseThrow());
            if (!follows.test(next)) {
                return new Page(uri, answer.statusCode(), answer);
            }
            own = own && next.getHost().equals(uri.getHost());
            uri = next;
            method = "GET";
        }
        throw new IOException(first + ": more than " + MOST_REDIRECTIONS + " redirections");
    }

    private String cookies(URI uri, boolean ownSite) {
        StringBuilder line = new StringBuilder();
        cookies.getOrDefault(uri.getHost(), Map.of()).forEach((name, cookie) -> {
            boolean secure = !cookie.secure || uri.getScheme().equals("https");
            if (secure && (ownSite || !cookie.sameSite.equals("strict"))) {
                line.append(line.isEmpty() ? "" : "; ").append(name).append('=').append(cookie.value);
            }
        });
        return line.toString();
    }

    private void store(URI uri, HttpResponse<String> answer) {
        answer.headers().allValues("Set-Cookie").forEach(text -> {
            String[] parts = text.split(";\\s*", -1);
            String name = parts[0].substring(0, parts[0].indexOf('='));
            String value = parts[0].substring(parts[0].indexOf('=') + 1);
            Map<String, String> attributes = new HashMap<>();
            for (int i = 1; i < parts.length; i++) {
                String[] pair = parts[i].toLowerCase(Locale.ROOT).split("=", 2);
                attributes.put(pair[0], pair.length == 1 ? "" : pair[1]);
            }
            Map<String, Cookie> ofHost = cookies.computeIfAbsent(uri.getHost(), host -> new TreeMap<>());
            if ("0".equals(attributes.get("max-age"))) {
                ofHost.remove(name);
            } else {
                ofHost.put(
                        name,
                        new Cookie(
                                value,
                                attributes.containsKey("secure"),
                                Objects.requireNonNullElse(attributes.get("samesite"), "lax")));
            }
        });
    }

    /** The cookies of a host, by name. */
    Map<String, String> cookies(String host) {
        Map<String, String> values = new TreeMap<>();
        cookies.getOrDefault(host, Map.of()).forEach((name, cookie) -> values.put(name, cookie.value));
        return values;
    }

    /** Puts back a cookie that was removed. */
    void keep(String host, String name, String value) {
        cookies.computeIfAbsent(host, any -> new TreeMap<>()).put(name, new Cookie(value, true, "lax"));
    }
}
