package io.deskmeter.controller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkedAgent;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.EvidenceGesture;
import io.deskmeter.link.v1.EvidenceLandmark;
import io.deskmeter.link.v1.EvidenceSecond;
import io.deskmeter.link.v1.EvidenceStrip;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.OperationsInProgress;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One hostile text in every field that an agent can set, and a look at every output. */
@Timeout(120)
class HostileTextsLongTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String FORGED = "2026-11-26T00:00:00.000Z ERROR forged";
    private static final String HOSTILE = "=cmd|'/C calc'!A1,\"</td></script><img src=x onerror=alert(1)>\r\n" + FORGED
            + "\r\u001b[2J\u202e\u0007<a href='javascript:alert(1)'>\n@SUM(1)";

    /** For fields of which the controller limits the length. */
    private static final String SHORT = "=1+1<b>\r\n\u001b[2J";

    /** What decides whose a message is and what it means; everything else is for display. */
    private static final Set<String> MEANING = Set.of(
            "agent_id",
            "instance",
            "token",
            "run_id",
            "group",
            "outcome",
            "metric",
            "workload",
            "operation",
            "moment",
            "ticket",
            "damage",
            "damaged_run",
            "check_id");

    private static final Pattern TAG = Pattern.compile("<[a-zA-Z][a-zA-Z0-9]*((?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([^\\s=/>]+)\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s>]+)");
    private static final Pattern ALLOWED =
            Pattern.compile("(#|data:image/png;base64,|\\./|[A-Za-z0-9%][A-Za-z0-9%._-]*(/|$)).*");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final AtomicInteger pictures = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aTextOfAnAgentStaysAText() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        Path profile = Files.writeString(folder.resolve("sample.yaml"), SampleRoot.PROFILE);
        Path results = folder.resolve("results");
        Path log = folder.resolve("controller.log");
        ControllerSettings settings =
                ControllerSettings.of(folder.resolve("data"), workloads).withLog(log);
        try (ControllerServer server = ControllerServer.start(settings);
                LinkedAgent agent = new LinkedAgent(server, workloads, this::disguise)) {
            int code = execute(
                    "run",
                    profile,
                    "--controller",
                    server.address(),
                    "--data",
                    folder.resolve("data"),
                    "--out",
                    results);
            assertThat(code).as(print() + Files.readString(log)).isIn(0, 4, 10);
            String run = JSON.readTree(results.resolve("report.json").toFile())
                    .at("/run/id")
                    .asString();
            overRest(Clients.of(() -> server), server, run);
        }
        assertThat(pictures.get()).isGreaterThan(3);
        inPages(results);
        inTables(results);
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(results.resolve("junit.xml").toFile());
        nothingIsForged("printed", print());
        nothingIsForged("log", Files.readString(log));
        // The text did get there.
        assertThat(Files.readString(results.resolve("timings.csv"))).contains("calc");
        assertThat(Files.readString(results.resolve("evidence/index.html"))).contains("=cmd|");
        try (Stream<Path> files = Files.walk(results)) {
            assertThat(files.map(Path::getFileName).map(String::valueOf)).allMatch(name -> name.matches("[a-z0-9.-]+"));
        }
    }

    private int execute(Object... args) {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Commands.execute(Stream.of(args).map(String::valueOf).toArray(String[]::new), out, out);
    }

    private String print() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private Message disguise(Message message) {
        if (message instanceof FromAgent sent && sent.hasWorking()) {
            return FromAgent.newBuilder()
                    .setEvidence(evidence(sent.getWorking()))
                    .build();
        }
        Message disguised = disguised(message);
        if (disguised instanceof FromAgent sent
                && sent.hasTimings()
                && sent.getTimings().getTimingsCount() > 0) {
            TimingBatch batch = sent.getTimings();
            TimingRecord first = batch.getTimings(0);
            return sent.toBuilder()
                    .setTimings(batch.toBuilder().addTimings(hostile(first)))
                    .build();
        }
        return disguised;
    }

    private static TimingRecord hostile(TimingRecord like) {
        return like.toBuilder()
                .setSequence(like.getSequence() + 1_000)
                .setWorkload(HOSTILE)
                .setOperation("@" + HOSTILE)
                .setDetail("-" + HOSTILE)
                .setOutcome("timeout")
                .build();
    }

    /** A message with the text in all fields that have no meaning. */
    private static Message disguised(Message message) {
        Message.Builder changed = message.toBuilder();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            boolean isText = field.getJavaType() == FieldDescriptor.JavaType.STRING;
            if (isText && !MEANING.contains(field.getName())) {
                if (field.isRepeated()) {
                    changed.clearField(field);
                    changed.addRepeatedField(field, HOSTILE);
                } else if (field.getContainingOneof() == null) {
                    changed.setField(field, field.getName().equals("version") ? SHORT : HOSTILE);
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
                if (field.isRepeated()) {
                    for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                        changed.setRepeatedField(field, i, disguised((Message) message.getRepeatedField(field, i)));
                    }
                } else if (message.hasField(field)) {
                    changed.setField(field, disguised((Message) message.getField(field)));
                }
            }
        }
        return changed.build();
    }

    /** Descriptions with names of files that are none. */
    private Evidence evidence(OperationsInProgress working) {
        int number = pictures.incrementAndGet();
        int session = working.getSessions(0).getSession();
        String name = EvidenceFileName.beginning(session) + number + "-strip.png";
        EvidenceStrip.Builder strip = EvidenceStrip.newBuilder()
                .setTiming(TimingRecord.newBuilder()
                        .setRunId(working.getRunId())
                        .setSession(session)
                        .setSequence(number)
                        .setWorkload(HOSTILE)
                        .setOperation(HOSTILE)
                        .setGroup("A")
                        .setOutcome("timeout")
                        .setDetail(HOSTILE))
                .setWhy(HOSTILE)
                .setCondition(HOSTILE)
                .addPlaces(HOSTILE)
                .addLandmarks(EvidenceLandmark.newBuilder().setName(HOSTILE))
                .addFiles(number % 2 == 0 ? name : "//evil.example/strip.png")
                .addFiles("//evil.example/x.png")
                .addFiles("javascript:alert(1)")
                .addFiles(HOSTILE);
        if (number % 3 == 1) {
            strip.setSecond(EvidenceSecond.newBuilder()
                    .addFigures(HOSTILE)
                    .addMissing(HOSTILE)
                    .setSound("javascript:alert(1)")
                    .setPicture("//evil.example/sound.png"));
        }
        if (number % 3 == 2) {
            strip.setGesture(
                    EvidenceGesture.newBuilder().addFigures(HOSTILE).setPicture("https://evil.example/path.png"));
        }
        return Evidence.newBuilder()
                .setRunId(working.getRunId())
                .setSession(session)
                .setSequence(number)
                .setName(name)
                .setContent(ByteString.copyFromUtf8("a picture"))
                .setStrip(strip)
                .build();
    }

    private static void inPages(Path results) throws IOException {
        for (String page : List.of("report.html", "evidence/index.html")) {
            String html = Files.readString(results.resolve(page));
            assertThat(html).as(page).doesNotContainPattern("(?i)<img src=x|<script|<a href='javascript|\u001b|\u202e");
            List<String> leading = new ArrayList<>();
            for (Matcher tags = TAG.matcher(html.replaceAll("(?s)<style>.*?</style>", "")); tags.find(); ) {
                // One after the other, so that what is in the value of one is not taken for another.
                for (Matcher attributes = ATTRIBUTE.matcher(tags.group(1)); attributes.find(); ) {
                    if (attributes.group(1).matches("(?i)href|src|srcset|action|style|on.*")) {
                        leading.add(attributes.group(2).replaceAll("^[\"']|[\"']$", ""));
                    }
                }
            }
            assertThat(leading)
                    .as(page)
                    .isNotEmpty()
                    .allMatch(link -> ALLOWED.matcher(link).matches());
        }
    }

    private static void inTables(Path results) throws IOException {
        for (String table : List.of("timings.csv", "samples.csv", "sessions.csv", "resources.csv")) {
            try (Reader in = Files.newBufferedReader(results.resolve(table))) {
                for (CSVRecord row : CSVFormat.RFC4180.parse(in)) {
                    for (String cell : row) {
                        assertThat(cell)
                                .as(table)
                                .doesNotContainPattern("^[=+@\\t\\r\\n]|^-(?![0-9.]+$)")
                                .doesNotContain("\u001b", "\u202e");
                    }
                }
            }
        }
    }

    private static void nothingIsForged(String where, String text) {
        assertThat(text).as(where).doesNotContain("\u001b", "\u202e", "\u0007").doesNotContain("\r");
        assertThat(text.lines()).as(where).noneMatch(line -> line.startsWith(FORGED));
    }

    private static void overRest(HttpClient http, ControllerServer server, String run) throws Exception {
        for (String path :
                List.of("agents", "runs", "runs/" + run, "runs/" + run + "/report", "runs/" + run + "/evidence")) {
            var answer = http.send(
                    HttpRequest.newBuilder(server.address().resolve("/api/v1/" + path))
                            .header("Accept", "application/json")
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                    .as(path)
                    .startsWith("application/json");
            texts(JSON.readTree(answer.body()))
                    .forEach(text -> assertThat(text).as(path).doesNotContain("\u001b", "\u202e", "\r"));
        }
    }

    private static Stream<String> texts(JsonNode node) {
        return node.isString() ? Stream.of(node.asString()) : node.valueStream().flatMap(HostileTextsLongTest::texts);
    }
}
