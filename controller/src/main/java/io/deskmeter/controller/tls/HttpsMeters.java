package io.deskmeter.controller.tls;

import io.deskmeter.controller.metrics.ControllerMeter;
import io.deskmeter.controller.metrics.Meters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Counts the connections to the port for HTTPS; all are 0 without one. */
@Component
final class HttpsMeters implements MeterBinder {
    private static final Map<String, ToLongFunction<LimitedEndpoint.Counts>> OUTCOMES = new TreeMap<>(Map.of(
            "let-in", LimitedEndpoint.Counts::letIn,
            "turned-away", LimitedEndpoint.Counts::turnedAway,
            "late", LimitedEndpoint.Counts::late,
            "ended", LimitedEndpoint.Counts::ended));

    private final ObjectProvider<HttpsConnector> https;

    HttpsMeters(ObjectProvider<HttpsConnector> https) {
        this.https = https;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        OUTCOMES.forEach((outcome, count) -> Meters.count(
                        ControllerMeter.HTTPS_CONNECTIONS, https, port -> counted(port, count), "outcome", outcome)
                .register(registry));
    }

    private static double counted(ObjectProvider<HttpsConnector> https, ToLongFunction<LimitedEndpoint.Counts> count) {
        HttpsConnector port = https.getIfAvailable();
        return port == null ? 0 : count.applyAsLong(port.counts());
    }
}
