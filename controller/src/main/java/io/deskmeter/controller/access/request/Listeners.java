package io.deskmeter.controller.access.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * By which listener a request came: told by the port at which it arrived, never by the address of the other end, which
 * a reverse proxy makes the same for everybody. Thread-safe.
 */
@Component
public final class Listeners {
    private final Map<Integer, List<String>> https = new ConcurrentHashMap<>();

    /** What a listener is for. */
    public enum Kind {
        /** Of this machine: secret files and one-time links. */
        LOOPBACK,
        /** For people and programs of other machines. */
        HTTPS;

        /** As REST and the audit log write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A port with HTTPS, called by the names that the controller may have anyway. */
    public void https(int port) {
        https(port, List.of());
    }

    /**
     * A port with HTTPS.
     *
     * @param names those of its certificate, the first of them for people
     */
    public void https(int port, Collection<String> names) {
        https.put(
                port, names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
    }

    /**
     * By which listener a request came. A connection with TLS is never this machine's own, even before its port is
     * known here.
     */
    public Kind kind(HttpServletRequest request) {
        return request.isSecure() || https.containsKey(request.getLocalPort()) ? Kind.HTTPS : Kind.LOOPBACK;
    }

    /** The names by which a port with HTTPS is called. */
    List<String> names(int port) {
        return https.getOrDefault(port, List.of());
    }

    /** Where people open the pages: {@code https://name:port}. Empty if there is no HTTPS. */
    public Optional<String> address() {
        return https.entrySet().stream()
                .min(Map.Entry.comparingByKey())
                .map(listener -> "https://"
                        + listener.getValue().stream()
                                .findFirst()
                                .map(name -> name.contains(":") ? "[" + name + "]" : name)
                                .orElse("localhost")
                        + ":" + listener.getKey());
    }
}
