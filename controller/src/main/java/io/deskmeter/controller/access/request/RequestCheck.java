package io.deskmeter.controller.access.request;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request is meant for this controller and does not come from another site's page. A browser sends
 * requests of any page to any address, and a page's own name may resolve to this machine. But the browser sends the
 * name in Host and, for requests that may change something, the page in Origin.
 */
final class RequestCheck {
    private static final Pattern HOST = Pattern.compile("([a-z0-9._-]+|\\[[0-9a-f:.]+])(?::([0-9]{1,5}))?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final String HTTP_PORT = "80";

    private final List<String> allowed;

    RequestCheck(AccessSettings settings) {
        this.allowed = settings.hosts();
    }

    /**
     * The headers of a browser's request.
     *
     * @param port at which it came
     * @param listener what that port is for
     * @param names by which that port is called beside those of the loopback device; empty for a port of the loopback
     *     device
     * @param navigation whether the user opens a page, which only displays something to the user
     */
    record Facts(
            @Nullable String host,
            int port,
            Listeners.Kind listener,
            List<String> names,
            @Nullable String origin,
            @Nullable String site,
            boolean navigation) {}

    /** Why a request is not meant for this controller; empty if it is. */
    Optional<String> misdirected(Facts facts) {
        if (facts.host() == null) {
            return Optional.of("Host: none (expected: the name of this controller)");
        }
        Matcher host = HOST.matcher(facts.host().toLowerCase(Locale.ROOT));
        if (host.matches() && (isOwn(host, facts) || isAllowed(host))) {
            return Optional.empty();
        }
        if (!facts.names().isEmpty()) {
            return Optional.of(
                    "Host: " + facts.host() + " (expected: one of the names of the certificate, " + facts.names()
                            + "; hint: --name NAME, or --allow-host NAME:PORT lets the controller have another name)");
        }
        return Optional.of("Host: " + facts.host() + " (expected: 127.0.0.1:" + facts.port() + " or localhost:"
                + facts.port() + "; hint: --allow-host NAME:PORT lets the controller have another name)");
    }

    /** A port with HTTPS may be forwarded from another one; the name is what a page of another site cannot choose. */
    private static boolean isOwn(Matcher host, Facts facts) {
        return facts.names().isEmpty()
                ? isLoopback(host, facts.port())
                : facts.names().contains(host.group(1).replaceAll("^\\[|]$", ""));
    }

    private static boolean isLoopback(Matcher host, int port) {
        String named = host.group(2) == null ? HTTP_PORT : host.group(2);
        return LOOPBACK.matcher(host.group(1)).matches() && named.equals(Integer.toString(port));
    }

    private boolean isAllowed(Matcher host) {
        return allowed.contains(host.group(1)) || allowed.contains(host.group());
    }

    /** Why a request comes from a page that is not this controller's; empty if it does not, or no page has sent it. */
    Optional<String> foreign(Facts facts) {
        String host = String.valueOf(facts.host()).toLowerCase(Locale.ROOT);
        String origin = facts.origin();
        if (origin != null
                && (facts.listener() == Listeners.Kind.HTTPS
                        || !origin.toLowerCase(Locale.ROOT).equals("http://" + host))
                && !origin.toLowerCase(Locale.ROOT).equals("https://" + host)) {
            return Optional.of("Origin: " + origin + " (expected: "
                    + (facts.listener() == Listeners.Kind.HTTPS ? "https://" : "http://") + host
                    + "; a page of another origin may not use this controller)");
        }
        String site = facts.site();
        boolean own = site == null || site.equals("same-origin") || site.equals("none");
        return own || facts.navigation()
                ? Optional.empty()
                : Optional.of("Sec-Fetch-Site: " + site
                        + " (expected: same-origin; a page of another origin may not use this controller)");
    }
}
