package io.deskmeter.bench.hostile;

import io.deskmeter.bench.controller.ControllerApi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the controller's metrics say.
 *
 * @param values by meter and label, as {@code link.broken}
 */
record ControllerCounts(Map<String, Long> values) {
    private static final List<String> LINK = List.of(
            "connected",
            "refused",
            "lost",
            "broken",
            "slow",
            "unknown",
            "failed",
            "unauthenticated",
            "unidentified",
            "late");
    private static final List<String> HTTPS = List.of("let-in", "turned-away", "late", "ended");

    static ControllerCounts read(ControllerApi api) throws IOException, InterruptedException {
        Map<String, Long> values = new TreeMap<>();
        for (String event : LINK) {
            values.put("link." + event, count(api, "deskmeter.link.events?tag=event:" + event));
        }
        for (String outcome : HTTPS) {
            values.put("https." + outcome, count(api, "deskmeter.https.connections?tag=outcome:" + outcome));
        }
        values.put("faults", count(api, "deskmeter.faults"));
        return new ControllerCounts(values);
    }

    private static long count(ControllerApi api, String meter) throws IOException, InterruptedException {
        return api.actuator("metrics/" + meter).at("/measurements/0/value").asLong();
    }

    ControllerCounts minus(ControllerCounts before) {
        Map<String, Long> since = new TreeMap<>();
        values.forEach((name, value) -> since.put(name, value - before.of(name)));
        return new ControllerCounts(since);
    }

    long of(String name) {
        return values.getOrDefault(name, 0L);
    }

    /** Connections to the port for agents that ended before anybody had said who it is. */
    long strangersAtLink() {
        return of("link.refused") + of("link.broken") + of("link.unauthenticated") + of("link.unidentified");
    }

    /** Connections to the port for HTTPS without a login. */
    long strangersAtHttps() {
        return of("https.turned-away") + of("https.late") + of("https.ended");
    }
}
