package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.AgentInfo;
import io.deskmeter.controller.report.RunReport.Evidence;
import io.deskmeter.controller.report.RunReport.Stage;
import io.deskmeter.evidence.Markup;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.timing.Outcome;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The background of the figures: validity, evidence, configuration, stages, environment. */
final class ReportAppendix {
    private static final int EVIDENCE_SHOWN = 60;
    private static final int GESTURES_SHOWN = 6;

    /** How the names of pictures of gestures end. */
    private static final String GESTURE = "-gesture-path.png";

    private final Markup out;
    private final RunReport report;
    private final ReportTables tables;

    ReportAppendix(Markup out, RunReport report, ReportTables tables) {
        this.out = out;
        this.report = report;
        this.tables = tables;
    }

    void validity() {
        if (report.verdict().valid()) {
            out.element("p", "The run is valid: all checks passed.");
        } else {
            out.open("ul");
            report.verdict().reasons().forEach(reason -> out.element("li", reason));
            out.close();
        }
        if (!report.validity().isEmpty()) {
            tables.validity();
        }
        List<List<String>> rows = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            rows.add(List.of(outcome.label(), total(outcome)));
        }
        rows.add(List.of(
                "discarded sessions",
                Format.count(report.loadPoints().stream()
                        .mapToLong(LoadPoint::discarded)
                        .sum())));
        rows.add(List.of(
                "largest schedule lag (p95 of a load point)",
                Format.millis(highest(report.loadPoints().stream()
                        .mapToDouble(LoadPoint::scheduleLagP95Ms)
                        .toArray()))));
        rows.add(List.of(
                "coarsest resolution (p95 of an operation)",
                Format.millis(highest(report.operations().stream()
                        .mapToDouble(OperationSummary::resolutionP95Ms)
                        .toArray()))));
        tables.words(
                "Steady operations of all load points by outcome, and how well they were timed",
                List.of("What", "How many"),
                rows);
        evidence();
    }

    private String total(Outcome outcome) {
        return Format.count(report.loadPoints().stream()
                .mapToLong(p -> p.outcomes().getOrDefault(outcome.label(), 0))
                .sum());
    }

    private static double highest(double[] figures) {
        return Arrays.stream(figures)
                .filter(figure -> !Double.isNaN(figure))
                .max()
                .orElse(Double.NaN);
    }

    private void evidence() {
        if (report.evidence().isEmpty()) {
            return;
        }
        out.details("Pictures (" + Format.count(report.evidence().size()) + ")", false, () -> {
            out.open("p")
                    .element("a", "All pictures on one page, with their descriptions", "href", "./evidence/index.html")
                    .close();
            out.open("ul");
            report.evidence().stream().limit(EVIDENCE_SHOWN).forEach(this::picture);
            out.close();
            if (report.evidence().size() > EVIDENCE_SHOWN) {
                out.element("p", "The first " + EVIDENCE_SHOWN + " are listed; all are in the folder evidence.");
            }
        });
    }

    /** Pictures of gestures, if there are any: those of the first operations, which are those of the smallest loads. */
    boolean hasGestures() {
        return !gesturePictures().isEmpty();
    }

    private List<Evidence> gesturePictures() {
        return report.evidence().stream()
                .filter(picture -> picture.file().endsWith(GESTURE))
                .toList();
    }

    void gestures() {
        List<Evidence> pictures = gesturePictures();
        out.element(
                "p",
                "Where the pointer was sent, in grey, and over it where what it moves was seen, coloured by lag. Below, the lag of each move over time.");
        for (Evidence picture : pictures.subList(0, Math.min(GESTURES_SHOWN, pictures.size()))) {
            out.open("figure", "class", "gesture").open("a", "href", relative(picture.file()));
            out.leaf("img", "src", relative(picture.file()), "alt", label(picture), "loading", "lazy");
            out.close().element("figcaption", label(picture)).close();
        }
        if (pictures.size() > GESTURES_SHOWN) {
            out.element(
                    "p",
                    "The first " + GESTURES_SHOWN + " of " + Format.count(pictures.size())
                            + " are shown; all are in the folder evidence.");
        }
    }

    private void picture(Evidence picture) {
        out.open("li")
                .element("a", label(picture), "href", relative(picture.file()))
                .close();
    }

    private static String label(Evidence picture) {
        return picture.workload() + "/" + picture.operation() + ", session " + picture.session() + ", "
                + picture.outcome() + (picture.file().contains("-worst-") ? ", worst second" : "")
                + (picture.file().endsWith(GESTURE) ? ", path of the gesture" : "")
                + (picture.file().endsWith(".wav") ? ": sound" : "");
    }

    /** A link that can only lead below the report's folder. */
    private static String relative(String file) {
        return Arrays.stream(file.split("/"))
                .filter(part -> !part.isEmpty() && !part.equals(".."))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/", "./", ""));
    }

    void configuration() {
        List<List<String>> rows = rows(report.configuration());
        report.thresholds()
                .forEach((group, ms) -> rows.add(List.of("Threshold " + group, "p95 ≤ " + Format.millis(ms))));
        rows.add(List.of("Seed", Long.toString(report.run().seed())));
        String discarded = report.loadPoints().stream()
                .filter(p -> p.discarded() > 0)
                .map(p -> p.discarded() + " of " + p.sessions())
                .collect(Collectors.joining(", "));
        rows.add(List.of("Discarded sessions", discarded.isEmpty() ? "none" : discarded));
        tables.words("What was asked for", List.of("Setting", "Value"), rows);
        if (!report.stages().isEmpty()) {
            List<List<String>> stages =
                    report.stages().stream().map(ReportAppendix::stage).toList();
            tables.words("Stages of the run", List.of("Stage", "State", "Started", "Took", "What happened"), stages);
        }
    }

    private static List<String> stage(Stage stage) {
        return List.of(
                stage.name(),
                stage.state(),
                Format.instant(stage.startedAt()),
                took(stage.startedAt(), stage.endedAt()),
                stage.message());
    }

    private static String took(Instant start, @Nullable Instant end) {
        return end == null ? Format.NONE : Format.duration(Duration.between(start, end));
    }

    void environment() {
        tables.words("The measured platform", List.of("What", "Value"), rows(report.environment()));
        Map<String, String> names = report.agentNames();
        List<List<String>> agents = report.agents().stream()
                .map(agent -> agent(agent, names.getOrDefault(agent.id(), agent.host())))
                .toList();
        tables.words("Agents", List.of("Agent", "Version", "Most sessions", "Facts"), agents);
    }

    private static List<String> agent(AgentInfo agent, String name) {
        String facts = agent.facts().entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
        return List.of(name, agent.version(), Format.count(agent.sessions()), facts);
    }

    private static List<List<String>> rows(Map<String, String> values) {
        List<List<String>> rows = new ArrayList<>();
        values.forEach((name, value) -> rows.add(List.of(name, value)));
        return rows;
    }
}
