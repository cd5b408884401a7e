package io.deskmeter.controller.report.export;

import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.Format;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.Expected;
import io.deskmeter.measure.expect.ExpectationResult.State;
import io.deskmeter.measure.point.Criterion;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes {@code junit.xml}, which build servers read: one test case for the run's validity, one for each load point of
 * which timings never came, one for the threshold of each group and one for each limit of a metric at the load point
 * that speaks for the run, one for each expectation. What cannot be told is an {@code error}, so that no build is green
 * for want of figures.
 */
public final class JUnitXml {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final RunReport report;

    private JUnitXml(RunReport report) {
        this.report = report;
    }

    /** The result of a test case. */
    private enum End {
        PASSED,
        FAILURE,
        ERROR
    }

    /**
     * A test case.
     *
     * @param kind of test, the last part of its class name
     */
    private record Case(String kind, String name, End end, String message) {}

    /** Writes the document in UTF-8; the stream stays open. */
    public static void write(RunReport report, OutputStream out) {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out, "UTF-8");
            new JUnitXml(report).document(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("junit.xml: cannot be written", e);
        }
    }

    private void document(XMLStreamWriter xml) throws XMLStreamException {
        List<Case> cases = cases();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuites");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "deskmeter." + report.run().profile());
        attribute(xml, "tests", Integer.toString(cases.size()));
        attribute(xml, "failures", count(cases, End.FAILURE));
        attribute(xml, "errors", count(cases, End.ERROR));
        attribute(xml, "skipped", "0");
        attribute(xml, "time", seconds());
        attribute(xml, "timestamp", SECONDS.format(report.run().startedAt()));
        attribute(
                xml,
                "hostname",
                report.agents().isEmpty() ? "unknown" : report.agents().get(0).host());
        properties(xml);
        for (Case one : cases) {
            write(xml, one);
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        boolean valid = report.verdict().valid();
        cases.add(new Case(
                "validity",
                "the run is valid",
                valid ? End.PASSED : End.FAILURE,
                String.join(
                        "; ",
                        valid ? report.verdict().remarks() : report.verdict().reasons())));
        cases.addAll(delivered());
        new TreeMap<>(report.thresholds()).forEach((group, threshold) -> cases.add(threshold(group, threshold)));
        logons().ifPresent(cases::add);
        report.metrics().forEach(metric -> limit(metric).ifPresent(cases::add));
        report.expectations().forEach(expected -> cases.add(expectation(expected)));
        return cases;
    }

    /**
     * One for each load point of which something was spoilt or lost by Deskmeter itself. What a valid run has as a
     * remark fails no build: verdicts hold whatever that was, and a load point that was not judged for it was repeated.
     */
    private List<Case> delivered() {
        return report.loadPoints().stream()
                .filter(point -> point.notDelivered() > 0)
                .map(this::delivered)
                .toList();
    }

    private Case delivered(LoadPoint point) {
        boolean holds = report.verdict().valid() || point.notJudged() == null;
        return new Case(
                "validity",
                "what was not delivered of load point " + point.index() + " changes no verdict",
                holds ? End.PASSED : End.FAILURE,
                "the load point of " + Plural.of(point.sessions(), "session")
                        + (point.notJudged() == null ? " was judged without " : " was not judged: it lacks ")
                        + point.notDelivered() + " of its planned operations, which Deskmeter itself spoilt or lost");
    }

    /** Why a load point tells nothing of a threshold or a limit; empty if it does. */
    private static Optional<Case> untold(String kind, String name, LoadPoint point) {
        String at = ", at " + Plural.of(point.sessions(), "session");
        LoadPoint.Failure failure = point.failure();
        if (failure != null) {
            return Optional.of(new Case(kind, name, End.FAILURE, failure.words() + at));
        }
        String notJudged = point.notJudged();
        return notJudged == null
                ? Optional.empty()
                : Optional.of(new Case(kind, name, End.ERROR, "not judged: " + notJudged + at));
    }

    private Case threshold(Group group, double threshold) {
        String name = "p95 of group " + group + " <= " + Format.plain(threshold) + " ms";
        LoadPoint point = report.decisive().orElse(null);
        if (point == null) {
            return new Case("threshold", name, End.ERROR, "no load point was measured");
        }
        return untold("threshold", name, point)
                .orElseGet(() -> criterion(
                        "threshold",
                        name,
                        "group" + group + ".p95",
                        point,
                        "the workloads have no operations of this group"));
    }

    /** The case of a criterion as the load point was judged by it. */
    private static Case criterion(String kind, String name, String id, LoadPoint point, String without) {
        String at = " at " + Plural.of(point.sessions(), "session");
        Optional<CriterionFigures> judged = point.criteria().stream()
                .filter(criterion -> criterion.criterion().equals(id))
                .findFirst();
        if (judged.isEmpty()) {
            return new Case(kind, name, End.ERROR, "the load point was not judged by it");
        }
        CriterionFigures criterion = judged.get();
        if (!criterion.judged()) {
            // A point that was ended early may have had no time for any of them.
            boolean early = point.endedEarly() != null;
            return new Case(
                    kind,
                    name,
                    early || without.isEmpty() ? End.ERROR : End.PASSED,
                    early ? "the load point was ended before any of them" + at : without + at);
        }
        if (!criterion.reason().isEmpty()) {
            return new Case(kind, name, End.ERROR, criterion.reason() + at);
        }
        String seen = Double.isFinite(criterion.value())
                ? Format.plain(criterion.value()) + Format.unit(criterion.unit())
                : "too many failed";
        String early = point.endedEarly() == null ? "" : ", ended early: " + point.endedEarly();
        return new Case(kind, name, criterion.kept() && early.isEmpty() ? End.PASSED : End.FAILURE, seen + at + early);
    }

    /** Empty where the profile sets no threshold for logons. */
    private Optional<Case> logons() {
        LoadPoint point = report.decisive().orElse(null);
        if (point == null) {
            return Optional.empty();
        }
        return point.criteria().stream()
                .filter(criterion -> criterion.criterion().equals(Criterion.LOGON))
                .findFirst()
                .map(criterion -> {
                    String name = "p95 of logons <= " + Format.plain(criterion.limit()) + " ms";
                    return untold("threshold", name, point)
                            .orElseGet(() -> criterion("threshold", name, Criterion.LOGON, point, "nobody logged on"));
                });
    }

    /** Empty where the profile sets no limit on the metric. */
    private Optional<Case> limit(MetricInfo metric) {
        Double limit = metric.limit();
        if (limit == null) {
            return Optional.empty();
        }
        String sign = metric.higherIsBetter() ? " >= " : " <= ";
        String name = metric.statistic() + " of " + metric.id() + sign + Format.plain(limit)
                + Format.unit(metric.statisticUnit());
        LoadPoint point = report.decisive().orElse(null);
        if (point == null) {
            return Optional.of(new Case("limit", name, End.ERROR, "no load point was measured"));
        }
        return Optional.of(untold("limit", name, point)
                .orElseGet(() -> criterion("limit", name, metric.id(), point, "no operation was to give samples")));
    }

    private static Case expectation(Expected expected) {
        End end = expected.state().equals(State.MET.label())
                ? End.PASSED
                : expected.state().equals(State.NOT_MET.label()) ? End.FAILURE : End.ERROR;
        return new Case("expect", expected.metric() + " " + expected.expected(), end, expected.words());
    }

    private void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "classname", "deskmeter." + report.run().profile() + "." + one.kind());
        attribute(xml, "name", one.name());
        attribute(xml, "time", "0");
        if (one.end() == End.PASSED) {
            if (!one.message().isEmpty()) {
                xml.writeStartElement("system-out");
                xml.writeCharacters(clean(one.message()));
                xml.writeEndElement();
            }
        } else {
            xml.writeStartElement(one.end().name().toLowerCase(Locale.ROOT));
            attribute(xml, "message", one.message());
            attribute(xml, "type", one.kind());
            xml.writeCharacters(clean(one.message()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void properties(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("properties");
        property(xml, "run", report.run().id());
        property(xml, "title", report.run().title());
        property(xml, "verdict", report.verdict().sentence());
        for (Map.Entry<String, String> line : report.configuration().entrySet()) {
            property(xml, line.getKey(), line.getValue());
        }
        xml.writeEndElement();
    }

    private static void property(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeEmptyElement("property");
        attribute(xml, "name", name);
        attribute(xml, "value", value);
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    /** The writer escapes, but does not remove characters that XML 1.0 cannot contain. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().map(c -> allowed(c) ? c : 0xFFFD).forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean allowed(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c > 0xFFFF;
    }

    private String seconds() {
        Instant end =
                Objects.requireNonNullElse(report.run().endedAt(), report.run().startedAt());
        long millis = Duration.between(report.run().startedAt(), end).toMillis();
        return BigDecimal.valueOf(millis, 3)
                .setScale(3, RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    private static String count(List<Case> cases, End end) {
        return Long.toString(cases.stream().filter(one -> one.end() == end).count());
    }
}
