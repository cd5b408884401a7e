package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Checks in a real browser that the pages of a run that has ended say the same of it as its {@code report.json}. */
final class ConsistentPages {
    private static final Duration SHOWN = Duration.ofSeconds(30);
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    /**
     * The cells of each row of the table with that label, or in the region with it; an empty list while there is none.
     */
    private static final String CELLS = """
            const table = [...document.querySelectorAll(`[aria-label="${arguments[0]}"]`)]
                .map(labelled => labelled.matches('table') ? labelled : labelled.querySelector('table'))
                .find(found => found !== null);
            return table === undefined ? [] : [...table.rows].map(row => [...row.cells].map(cell => cell.textContent.trim()));""";

    private static final List<List<String>> WAYS = List.of(
            List.of("ok", "OK"),
            List.of("slow", "Slow"),
            List.of("failed", "Failed"),
            List.of("notReached", "Not reached"),
            List.of("lost", "Lost"),
            List.of("notDelivered", "Not delivered"),
            List.of("unknown", "Unknown"),
            List.of("endedEarly", "Ended early"));

    private final Browser browser;
    private final JsonNode report;

    private ConsistentPages(Browser browser, JsonNode report) {
        this.browser = browser;
        this.report = report;
    }

    /**
     * Opens the pages of a run.
     *
     * @param folder for the browser's profile and for pictures of the pages
     */
    static void check(Path folder, ControllerProgram controller, JsonNode report)
            throws IOException, InterruptedException {
        try (Browser browser = Browser.start(folder, WIDTH, HEIGHT)) {
            browser.open(controller.data().loginLink(controller.web(), "/"));
            browser.find(Browser.control("Run profiles"));
            ConsistentPages pages = new ConsistentPages(browser, report);
            String run = controller.web() + "/runs/" + report.at("/run/id").asString();
            pages.run(run);
            browser.wholePicture(folder.resolve("run.png"));
            pages.results(run + "/results");
            browser.wholePicture(folder.resolve("results.png"));
            assertThat(browser.faults()).isEmpty();
        }
    }

    /** The page that was live. */
    private void run(String address) {
        browser.open(address);
        account();
        points("Judged load points");
        told();
    }

    private void results(String address) {
        browser.open(address);
        account();
        points("Load points");
        told();
        assertThat(browser.text()).contains(report.at("/verdict/sentence").asString());
    }

    /** Reasons of an invalid run, remarks of a valid one. */
    private void told() {
        boolean valid = report.at("/verdict/valid").asBoolean();
        for (JsonNode sentence : report.at(valid ? "/verdict/remarks" : "/verdict/reasons")) {
            assertThat(browser.text()).contains(sentence.asString());
        }
    }

    private void account() {
        List<List<String>> rows = rows("What was planned, and how it ended");
        List<List<String>> expected = new ArrayList<>();
        List<String> headings = rows.get(0);
        for (JsonNode point : report.at("/loadPoints")) {
            for (JsonNode line : point.at("/account")) {
                List<String> row = new ArrayList<>(List.of(
                        count(point.at("/index")),
                        count(point.at("/sessions")),
                        name(line.at("/of").asString()),
                        count(line.at("/planned"))));
                for (List<String> way : WAYS) {
                    if (headings.contains(way.get(1))) {
                        row.add(count(line.path(way.get(0))));
                    } else {
                        assertThat(line.path(way.get(0)).asInt())
                                .as("%s of %s has no column", way, line)
                                .isZero();
                    }
                }
                expected.add(row);
            }
        }
        assertThat(rows.subList(1, rows.size())).isEqualTo(expected);
    }

    private static String name(String of) {
        if (of.equals("logon")) {
            return "logons";
        }
        return of.length() == 1 ? "group " + of : of;
    }

    private void points(String label) {
        List<List<String>> rows = rows(label);
        int verdict = rows.get(0).indexOf("Verdict");
        int limit = rows.get(0).indexOf("Limited by");
        assertThat(List.of(verdict, limit)).as("columns of %s", rows.get(0)).doesNotContain(-1);
        assertThat(rows).hasSize(report.at("/loadPoints").size() + 1);
        for (int i = 1; i < rows.size(); i++) {
            JsonNode point = report.at("/loadPoints/" + (i - 1));
            assertThat(rows.get(i).get(verdict)).as("verdict of %s", point).startsWith(words(point));
            assertThat(rows.get(i).get(limit))
                    .contains(point.at("/notJudged")
                            .asString(point.at("/failure/words").asString("")));
        }
    }

    private static String words(JsonNode point) {
        if (!point.at("/notJudged").isNull()) {
            return "not judged";
        }
        return point.at("/pass").asBoolean() ? "pass" : "fail";
    }

    /** All rows of a table, that of its headings first. */
    private List<List<String>> rows(String label) {
        List<List<String>> rows = new ArrayList<>();
        browser.await("the table " + label, SHOWN, () -> {
            rows.clear();
            for (Object row : (List<?>) browser.run(CELLS, label)) {
                rows.add(((List<?>) row).stream().map(String::valueOf).toList());
            }
            return rows.size() > 1;
        });
        return rows;
    }

    private static String count(JsonNode number) {
        return String.format(Locale.ROOT, "%,d", number.asLong());
    }
}
