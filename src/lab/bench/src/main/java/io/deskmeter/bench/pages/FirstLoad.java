package io.deskmeter.bench.pages;

import io.deskmeter.bench.BenchReport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The first view: what it loads, and when it is complete. */
final class FirstLoad {
    private static final int TIMES = 10;
    private static final Duration QUIET = Duration.ofMillis(400);
    private static final double KB = 1000;

    /** The heading and the content of the lists are shown, and no requests are pending. */
    static final String FILLED = "!!document.querySelector('h1') && !document.querySelector('[aria-label=Loading]')"
            + " && document.querySelectorAll('main a[href^=\"/runs/\"]').length > 0";

    private final String address;
    private final Browsers browsers;
    private final BenchReport report;

    FirstLoad(String address, Browsers browsers, BenchReport report) {
        this.address = address;
        this.browsers = browsers;
        this.report = report;
    }

    private static final class Times {
        private final List<Double> contentfulPaint = new ArrayList<>();
        private final List<Double> largestPaint = new ArrayList<>();
        private final List<Double> filled = new ArrayList<>();

        void open(Chromium chromium, String address) {
            chromium.open(address);
            chromium.settled(FILLED, QUIET);
            contentfulPaint.add(chromium.number("deskmeterProbe.contentfulPaint"));
            largestPaint.add(chromium.number("deskmeterProbe.largestPaint"));
            filled.add(chromium.number("deskmeterProbe.readyAt"));
        }

        void rows(String cache, BenchReport report) {
            report.add(FigureStatistics.row("first contentful paint, " + cache, contentfulPaint));
            report.add(FigureStatistics.row("largest contentful paint, " + cache, largestPaint));
            report.add(FigureStatistics.row("heading and lists filled, " + cache, filled));
        }
    }

    void measure() throws IOException {
        bytes();
        Times cold = new Times();
        for (int i = 0; i < TIMES; i++) {
            try (Chromium chromium = browser(Chromium.Make.PLAIN)) {
                cold.open(chromium, address);
            }
        }
        cold.rows("fresh profile", report);
        Times warm = new Times();
        try (Chromium chromium = browser(Chromium.Make.PLAIN)) {
            chromium.open(address);
            for (int i = 0; i < TIMES; i++) {
                chromium.open("about:blank");
                warm.open(chromium, address);
            }
        }
        warm.rows("warm cache", report);
    }

    private Chromium browser(Chromium.Make make) throws IOException {
        Chromium chromium = browsers.start(make);
        String ready = "deskmeterProbe.ready = () => " + FILLED;
        chromium.command("Page.addScriptToEvaluateOnNewDocument", Map.of("source", ready));
        return chromium;
    }

    /** The transferred bytes, including headers. */
    private void bytes() throws IOException {
        try (Chromium chromium = browser(Chromium.Make.NOTING_REQUESTS)) {
            chromium.open(address);
            chromium.settled(FILLED, QUIET);
            Map<String, Transfer> transfers = transfers(chromium.network());
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            double whole = 0;
            for (Transfer transfer : transfers.values()) {
                whole += transfer.bytes;
                result.put(transfer.name(), FigureStatistics.round(transfer.bytes / KB) + " KB " + transfer.encoding);
            }
            result.put("firstLoadFiles", transfers.size());
            result.put("firstLoadKb", FigureStatistics.round(whole / KB));
            report.result(result);
        }
    }

    /** One request. */
    private static final class Transfer {
        private String url = "";
        private String encoding = "plain";
        private double bytes;

        private String name() {
            return URI.create(url).getPath();
        }
    }

    private static Map<String, Transfer> transfers(List<JsonNode> events) {
        Map<String, Transfer> transfers = new LinkedHashMap<>();
        for (JsonNode event : events) {
            JsonNode of = event.at("/params");
            Transfer transfer = transfers.computeIfAbsent(of.at("/requestId").asString(), id -> new Transfer());
            switch (event.at("/method").asString()) {
                case "Network.responseReceived" -> {
                    transfer.url = of.at("/response/url").asString();
                    transfer.bytes = of.at("/response/encodedDataLength").asDouble();
                    of.at("/response/headers").properties().stream()
                            .filter(header -> header.getKey().equalsIgnoreCase("content-encoding"))
                            .forEach(header ->
                                    transfer.encoding = header.getValue().asString());
                }
                // An event stream does not finish.
                case "Network.dataReceived" ->
                    transfer.bytes += of.at("/encodedDataLength").asDouble();
                case "Network.loadingFinished" ->
                    transfer.bytes = of.at("/encodedDataLength").asDouble();
                default -> {}
            }
        }
        transfers.values().removeIf(transfer -> !transfer.url.startsWith("http"));
        return transfers;
    }
}
