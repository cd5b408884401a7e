package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.e2e.RecomputedPoint.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/**
 * Checks that all files which a run left in its {@code --out} folder, and REST, say the same of it. The accounts of its
 * load points, and the figures that follow from them, are recomputed from {@code timings.csv}.
 */
final class ConsistentResults {
    /** Figures of CSV files have three decimals. */
    private static final double ROUNDED = 0.002;

    private static final List<String> GROUPS = List.of("A", "B", "C");
    private static final Map<String, String> KEYS = Map.of(
            "ok", "ok",
            "slow", "slow",
            "failed", "failed",
            "not-reached", "notReached",
            "lost", "lost",
            "not-delivered", "notDelivered",
            "unknown", "unknown",
            "ended-early", "endedEarly");

    private final Results results;
    private final JsonNode report;
    private final List<RecomputedPoint> recomputed = new ArrayList<>();

    private ConsistentResults(Results results) throws IOException {
        this.results = results;
        this.report = results.report();
        for (JsonNode point : report.at("/loadPoints")) {
            recomputed.add(RecomputedPoint.of(point, results.timings(), report.at("/thresholds")));
        }
    }

    /** Checks the files. */
    static void check(Results results) throws IOException {
        new ConsistentResults(results).files();
    }

    /** Checks the files, and REST of the controller that has the run. */
    static void check(Results results, ControllerProgram controller) throws IOException, InterruptedException {
        ConsistentResults consistent = new ConsistentResults(results);
        consistent.files();
        consistent.rest(controller);
    }

    private void files() throws IOException {
        for (int i = 0; i < recomputed.size(); i++) {
            JsonNode point = report.at("/loadPoints/" + i);
            account(point, recomputed.get(i));
            groups(point, recomputed.get(i));
            losses(point, recomputed.get(i));
            plan(point, recomputed.get(i));
            sessions(point, recomputed.get(i));
        }
        junit();
        page();
    }

    private static void account(JsonNode point, RecomputedPoint own) {
        for (JsonNode line : point.at("/account")) {
            String of = line.at("/of").asString();
            int sum = KEYS.values().stream()
                    .mapToInt(key -> line.path(key).asInt())
                    .sum();
            assertThat(sum).as("ways of %s", line).isEqualTo(line.at("/planned").asInt());
            if (GROUPS.contains(of)) {
                KEYS.forEach((ending, key) -> assertThat(line.path(key).asInt())
                        .as("%s of %s; recomputed: %s", ending, line, own)
                        .isEqualTo(own.count(of, ending)));
            }
        }
        long accounted = Stream.iterate(0, i -> i < point.at("/account").size(), i -> i + 1)
                .map(i -> point.at("/account/" + i))
                .filter(line -> GROUPS.contains(line.at("/of").asString()))
                .mapToLong(line -> line.at("/planned").asLong())
                .sum();
        assertThat(accounted)
                .as("planned operations")
                .isEqualTo(own.where(entry -> true).size());
    }

    /** What the platform lost is infinitely slow; what Deskmeter spoilt enters no figure. */
    private static void groups(JsonNode point, RecomputedPoint own) {
        for (String group : List.of("A", "B")) {
            List<Entry> entries = own.where(entry -> entry.group().equals(group));
            JsonNode figures = point.at("/groups/" + group);
            assertCounts("group " + group, figures, entries);
            assertFigure("p95 of group " + group, figures.at("/p95Ms"), RecomputedPoint.p95(entries));
        }
    }

    private static void assertCounts(String what, JsonNode figures, List<Entry> entries) {
        assertThat(figures.at("/count").asLong()).as("count of %s", what).isEqualTo(count(entries, Entry::counts));
        assertThat(figures.at("/failed").asLong()).as("failed of %s", what).isEqualTo(count(entries, Entry::failed));
        assertThat(figures.at("/skipped").asLong())
                .as("skipped of %s", what)
                .isEqualTo(count(entries, entry -> entry.ending().equals("not-reached")));
        assertThat(figures.at("/notDelivered").asLong())
                .as("not delivered of %s", what)
                .isEqualTo(count(entries, entry -> entry.ending().equals("not-delivered")));
    }

    private static long count(List<Entry> entries, Predicate<Entry> which) {
        return entries.stream().filter(which).count();
    }

    private static void assertFigure(String what, JsonNode told, double own) {
        if (Double.isFinite(own)) {
            assertThat(told.asDouble(Double.NaN)).as(what).isCloseTo(own, within(ROUNDED));
        } else {
            assertThat(told.isNull()).as("%s is null: %s", what, told).isTrue();
        }
    }

    private static void losses(JsonNode point, RecomputedPoint own) {
        assertThat(point.at("/lostOperations").asInt())
                .as("lost operations without a timing")
                .isEqualTo(own.where(entry -> !entry.timed() && entry.ending().equals("lost"))
                        .size());
        assertThat(point.at("/missingTimings").asInt())
                .as("missing timings")
                .isEqualTo(own.where(entry -> !entry.timed() && entry.ending().equals("not-delivered"))
                        .size());
        int outcomes = 0;
        for (JsonNode count : point.at("/outcomes")) {
            outcomes += count.asInt();
        }
        assertThat(outcomes)
                .as("outcomes %s", point.at("/outcomes"))
                .isEqualTo(own.where(entry -> !entry.ending().equals("ended-early"))
                        .size());
        if (point.at("/failure").isNull() && point.at("/notJudged").isNull()) {
            boolean kept = true;
            for (JsonNode criterion : point.at("/criteria")) {
                kept &= !criterion.at("/judged").asBoolean()
                        || criterion.at("/kept").asBoolean();
            }
            assertThat(point.at("/pass").asBoolean()).as("pass of %s", point).isEqualTo(kept);
        } else {
            assertThat(point.at("/pass").asBoolean()).as("pass of %s", point).isFalse();
        }
    }

    /** Without shares, all sessions are to work the same. */
    private void plan(JsonNode point, RecomputedPoint own) {
        if (!report.at("/setup/shares").isEmpty() || own.where(entry -> true).isEmpty()) {
            return;
        }
        for (String group : GROUPS) {
            Map<Integer, Integer> planned = own.planned(group);
            assertThat(planned.values())
                    .as("operations of group %s by session: %s", group, planned)
                    .containsOnly(planned.values().iterator().next());
            assertThat(planned)
                    .as("sessions of the account")
                    .hasSizeLessThanOrEqualTo(point.at("/sessions").asInt());
        }
    }

    private void sessions(JsonNode point, RecomputedPoint own) throws IOException {
        String index = point.at("/index").asString();
        List<Map<String, String>> rows = results.sessions().stream()
                .filter(row -> row.get("loadPoint").equals(index))
                .toList();
        assertThat(rows)
                .as("sessions of the load point")
                .hasSameSizeAs(own.planned("A").keySet());
        for (Map<String, String> row : rows) {
            int session = Integer.parseInt(row.get("session"));
            List<Entry> entries = own.where(entry -> entry.session() == session);
            assertRow(row, "operations", count(entries, Entry::counts));
            assertRow(row, "failed", count(entries, Entry::failed));
            assertRow(row, "skipped", count(entries, entry -> entry.ending().equals("not-reached")));
            assertRow(
                    row, "notDelivered", count(entries, entry -> entry.ending().equals("not-delivered")));
            assertRow(row, "missing", count(entries, entry -> !entry.timed()));
            assertP95(row, "p95AMs", entries, "A");
            assertP95(row, "p95BMs", entries, "B");
            if (count(entries, entry -> entry.ending().equals("lost")) > 0) {
                assertThat(row.get("discarded")).as(row.toString()).isEqualTo("true");
            }
        }
    }

    private static void assertRow(Map<String, String> row, String column, long own) {
        assertThat(row.get(column)).as("%s of %s", column, row).isEqualTo(Long.toString(own));
    }

    private static void assertP95(Map<String, String> row, String column, List<Entry> entries, String group) {
        double own = RecomputedPoint.p95(
                entries.stream().filter(entry -> entry.group().equals(group)).toList());
        double told = row.get(column).isEmpty() ? Double.NaN : Double.parseDouble(row.get(column));
        assertThat(told)
                .as("%s of %s", column, row)
                .isEqualTo(Double.isFinite(own) ? own : Double.NaN, within(ROUNDED));
    }

    private void junit() throws IOException {
        Map<String, Element> cases = results.junit();
        Element validity = cases.get("the run is valid");
        assertThat(validity).as("case of validity").isNotNull();
        assertThat(end(validity))
                .as("validity")
                .isEqualTo(report.at("/verdict/valid").asBoolean() ? "passed" : "failure");
        for (String told : List.of("reasons", "remarks")) {
            for (JsonNode reason : report.at("/verdict/" + told)) {
                assertThat(message(validity)).contains(reason.asString());
            }
        }
        for (int i = 0; i < recomputed.size(); i++) {
            Element delivered = cases.get("what was not delivered of load point " + (i + 1) + " changes no verdict");
            int spoilt = recomputed
                    .get(i)
                    .where(entry -> entry.ending().equals("not-delivered"))
                    .size();
            assertThat(delivered == null).as("no case for load point %d", i + 1).isEqualTo(spoilt == 0);
            if (delivered != null) {
                assertThat(message(delivered)).contains(" " + spoilt + " of its planned operations");
                boolean holds = report.at("/verdict/valid").asBoolean()
                        || report.at("/loadPoints/" + i + "/notJudged").isNull();
                assertThat(end(delivered)).isEqualTo(holds ? "passed" : "failure");
            }
        }
        JsonNode decisive = decisive();
        for (JsonNode criterion : decisive.at("/criteria")) {
            criterion(cases, decisive, criterion);
        }
    }

    private static void criterion(Map<String, Element> cases, JsonNode point, JsonNode criterion) {
        String id = criterion.at("/criterion").asString();
        String name = switch (id) {
            case "groupA.p95" -> "p95 of group A ";
            case "groupB.p95" -> "p95 of group B ";
            case "logon.p95" -> "p95 of logons ";
            default -> criterion.at("/statistic").asString() + " of " + id + " ";
        };
        List<Element> found = cases.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(name))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(found).as("cases of %s", name).hasSize(1);
        String reason = criterion.at("/reason").asString("");
        if (!point.at("/failure").isNull()) {
            assertThat(end(found.get(0))).as(name).isEqualTo("failure");
            assertThat(message(found.get(0)))
                    .contains(point.at("/failure/words").asString());
        } else if (!point.at("/notJudged").isNull()) {
            assertThat(end(found.get(0))).as(name).isEqualTo("error");
            assertThat(message(found.get(0))).contains(point.at("/notJudged").asString());
        } else if (criterion.at("/judged").asBoolean() && !reason.isEmpty()) {
            assertThat(end(found.get(0))).as(name).isEqualTo("error");
            assertThat(message(found.get(0))).contains(reason);
        } else if (criterion.at("/judged").asBoolean()
                && point.at("/endedEarly").isNull()) {
            assertThat(end(found.get(0)))
                    .as(name)
                    .isEqualTo(criterion.at("/kept").asBoolean() ? "passed" : "failure");
        }
    }

    /** The load point that speaks for the run: one that holds the capacity, or else the last. */
    private JsonNode decisive() {
        JsonNode of = report.at("/nothing");
        int rank = -1;
        for (JsonNode point : report.at("/loadPoints")) {
            boolean pass = point.at("/pass").asBoolean();
            int held = point.at("/sessions").asInt()
                    - (pass ? point.at("/discarded").asInt() : 0);
            boolean ofCapacity = !report.at("/verdict/capacity").isNull()
                    && held == report.at("/verdict/capacity").asInt();
            int own = (ofCapacity ? 1 : 0) + (ofCapacity && pass ? 1 : 0);
            if (own >= rank) {
                rank = own;
                of = point;
            }
        }
        return of;
    }

    /** {@code passed}, {@code failure} or {@code error}. */
    private static String end(Element testCase) {
        return Stream.of("failure", "error")
                .filter(name -> testCase.getElementsByTagName(name).getLength() > 0)
                .findFirst()
                .orElse("passed");
    }

    private static String message(Element testCase) {
        return testCase.getTextContent();
    }

    private void page() throws IOException {
        if (recomputed.isEmpty()) {
            return;
        }
        ReportPage page = ReportPage.read(results.html());
        List<Element> rows = page.rows("Below each p95 its 95 % interval");
        assertThat(rows).hasSize(recomputed.size());
        for (int i = 0; i < rows.size(); i++) {
            JsonNode point = report.at("/loadPoints/" + i);
            String verdict = ReportPage.cells(rows.get(i)).get(1);
            assertThat(verdict).startsWith(words(point));
            assertThat(verdict)
                    .contains(point.at("/failure/words").asString(""))
                    .contains(point.at("/notJudged").asString(""));
        }
        accountRows(page);
        for (JsonNode told :
                report.at(report.at("/verdict/valid").asBoolean() ? "/verdict/remarks" : "/verdict/reasons")) {
            assertThat(page.text()).contains(told.asString());
        }
    }

    private static String words(JsonNode point) {
        if (!point.at("/notJudged").isNull()) {
            return "not judged";
        }
        return point.at("/pass").asBoolean() ? "pass" : "fail";
    }

    /** A way in which nothing ended has no column. */
    private void accountRows(ReportPage page) {
        String caption = "What was planned at each load point";
        List<String> headings = page.headings(caption);
        List<List<String>> rows =
                page.rows(caption).stream().map(ReportPage::cells).toList();
        List<JsonNode> lines = new ArrayList<>();
        report.at("/loadPoints").forEach(point -> point.at("/account").forEach(lines::add));
        assertThat(rows).hasSameSizeAs(lines);
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            JsonNode line = lines.get(i);
            assertThat(row.get(1)).isEqualTo(line.at("/of").asString());
            assertThat(row.get(2)).isEqualTo(count(line.at("/planned")));
            KEYS.forEach((ending, key) -> {
                int column = headings.indexOf(ending.replace('-', ' '));
                assertThat(column < 0 ? "0" : row.get(column))
                        .as("%s of %s in report.html", ending, line)
                        .isEqualTo(count(line.path(key)));
            });
        }
    }

    private static String count(JsonNode number) {
        return String.format(Locale.ROOT, "%,d", number.asLong());
    }

    private void rest(ControllerProgram controller) throws IOException, InterruptedException {
        String run = report.at("/run/id").asString();
        JsonNode snapshot = controller.get("/runs/" + run);
        assertThat(controller.get("/runs/" + run + "/load-points"))
                .as("GET /load-points")
                .isEqualTo(report.at("/loadPoints"));
        assertThat(snapshot.at("/loadPoints")).as("GET /runs/ID").isEqualTo(report.at("/loadPoints"));
        JsonNode told = controller.get("/runs/" + run + "/report");
        for (String part :
                List.of("run", "verdict", "loadPoints", "operations", "sessions", "validity", "expectations")) {
            assertThat(told.path(part)).as("%s of GET /report", part).isEqualTo(report.path(part));
        }
        assertThat(snapshot.at("/capacity/sessions").asInt(-1))
                .isEqualTo(report.at("/verdict/capacity").asInt(-1));
        boolean valid = report.at("/verdict/valid").asBoolean();
        assertThat(snapshot.at("/state").asString())
                .as("valid: %s", valid)
                .matches(valid ? "finished" : "(?!finished).*");
        assertThat(snapshot.at("/reasons"))
                .as("reasons and remarks of GET /runs/ID")
                .isEqualTo(report.at(valid ? "/verdict/remarks" : "/verdict/reasons"));
        assertThat(controller.text("/runs/" + run + "/timings", "text/csv")).isEqualTo(results.text("timings.csv"));
        assertThat(controller.text("/runs/" + run + "/sessions", "text/csv")).isEqualTo(results.text("sessions.csv"));
        assertThat(controller.text("/runs/" + run + "/junit.xml", "application/xml"))
                .isEqualTo(results.text("junit.xml"));
    }
}
