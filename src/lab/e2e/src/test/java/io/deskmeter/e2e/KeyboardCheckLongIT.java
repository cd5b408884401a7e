package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Before a run, the texts of workloads are typed on real desktops: one that takes them, and one whose keyboard is
 * another than the target tells.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class KeyboardCheckLongIT {
    private static final Duration END = Duration.ofMinutes(3);
    private static final String WHAT = "target keyboard";

    @TempDir(factory = ShortTempDirs.class)
    static Path folder;

    private static ControllerProgram controller;
    private static Program agent;
    private final List<VncDesktop> desktops = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        controller = ControllerProgram.start(folder);
        agent = controller.connectAgent();
    }

    @AfterEach
    void closeDesktops() throws Exception {
        for (VncDesktop desktop : desktops) {
            desktop.close();
        }
    }

    @AfterAll
    static void end() throws Exception {
        if (agent != null) {
            agent.close();
        }
        if (controller != null) {
            controller.close();
        }
    }

    private VncDesktop healthy() throws Exception {
        return add(VncDesktop.start(Files.createTempDirectory(folder, "us-"), Optional.empty()));
    }

    private VncDesktop german() throws Exception {
        return add(VncDesktop.startX0vncserver(Files.createTempDirectory(folder, "de-"), "de"));
    }

    private VncDesktop add(VncDesktop desktop) {
        desktops.add(desktop);
        return desktop;
    }

    private void startAgents() throws Exception {
        for (VncDesktop desktop : desktops) {
            desktop.startAgent(controller.link(), controller.data().token(TokenRole.DESKTOP));
        }
    }

    @Test
    void aLayoutThatIsNotThatOfTheDesktopIsFoundBeforeTheRun() throws Exception {
        VncDesktop good = healthy();
        VncDesktop bad = german();
        startAgents();
        JsonNode report = check(profile("remote", "keyboard: { layout: us }", good, bad), 3);
        List<JsonNode> errors = keyboard(report, "error");
        assertThat(errors).as(report.toPrettyString()).isNotEmpty();
        assertThat(errors)
                .as(report.toPrettyString())
                .allMatch(error -> error.at("/where").asString().equals(bad.host()));
        // A formula, such as "=1+3": "=" and "+" have other keys on a German keyboard.
        assertThat(errors)
                .as(report.toPrettyString())
                .anyMatch(error -> error.at("/value")
                        .asString()
                        .matches("(?s)\"=1.*\"=\" \\(U\\+003D\\) (does not arrive|arrives as) ?.*"));
        assertThat(keyboard(report, "warning")).as(report.toPrettyString()).isEmpty();
    }

    @Test
    void theRightLayoutMendsIt() throws Exception {
        VncDesktop german = german();
        startAgents();
        JsonNode report = check(profile("remote", "keyboard: { layout: de }", german), 0);
        assertThat(keyboard(report, "error")).as(report.toPrettyString()).isEmpty();
        assertThat(keyboard(report, "warning")).as(report.toPrettyString()).isEmpty();
    }

    /** The desktop agent types itself, and knows the layout of its display. */
    @Test
    void desktopAgentsThatDriveTheirSessionTypeThemselves() throws Exception {
        VncDesktop german = german();
        startAgents();
        JsonNode report = check(profile("local", "", german), 0);
        assertThat(keyboard(report, "error")).as(report.toPrettyString()).isEmpty();
        assertThat(keyboard(report, "warning")).as(report.toPrettyString()).isEmpty();
        assertThat(german.printed()).contains("keyboard check: 5 of 5 texts arrive");
    }

    /** Where no agent runs, a page in a browser is the field. */
    @Test
    void aPageInABrowserIsTheFieldOfDesktopsWithoutAnAgent() throws Exception {
        Path page = folder.resolve("keyboard.html");
        assertThat(ended("agent", "check", "keyboard", "--page", page.toString())
                        .exitCode())
                .isZero();
        for (String layout : List.of("us", "de")) {
            VncDesktop german = german();
            Process browser = browser(german, page);
            try {
                Path profile = Files.writeString(
                        folder.resolve("agentless-" + layout + ".yaml"),
                        profile("remote", "keyboard: { layout: " + layout + " }", german));
                Program.Ended ended = ended(
                        "agent",
                        "check",
                        "keyboard",
                        "--target",
                        profile.toString(),
                        "--state",
                        folder.resolve("trial-" + layout).toString());
                assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(layout.equals("de") ? 0 : 3);
                assertThat(ended.printed()).contains(layout.equals("de") ? "5 texts of 5 on" : "\"=\" (U+003D)");
            } finally {
                browser.destroy();
                browser.waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    private static Process browser(VncDesktop desktop, Path page) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                "chromium",
                "--no-sandbox",
                "--no-first-run",
                "--disable-gpu",
                "--user-data-dir=" + Files.createTempDirectory(folder, "chromium-"),
                "--app=" + page.toUri());
        builder.environment().put("DISPLAY", desktop.display());
        builder.environment().put("HOME", folder.toString());
        return builder.redirectErrorStream(true)
                .redirectOutput(
                        Files.createTempFile(folder, "chromium-", ".log").toFile())
                .start();
    }

    private static Program.Ended ended(String... command) throws Exception {
        try (Program program = Program.start(folder, Map.of("HOME", folder.toString()), command)) {
            return program.await(END);
        }
    }

    private static List<JsonNode> keyboard(JsonNode report, String severity) {
        Stream<JsonNode> findings = StreamSupport.stream(report.at("/findings").spliterator(), false);
        return findings.filter(finding -> finding.at("/what").asString().equals(WHAT)
                        && finding.at("/severity").asString().equalsIgnoreCase(severity))
                .toList();
    }

    private static String profile(String mode, String keyboard, VncDesktop... on) {
        return """
            workloads: { workloads: [office/calc], iterations: 1, steady: { skipFirst: 0, skipLast: 0 } }
            mode: %s
            target:
              vnc:
                hosts: [%s]
                desktop: 1280x800
                %s
            load: { fixed: { sessions: %d } }
            thresholds: { A: 20s, B: 60s }
            """.formatted(
                        mode,
                        Stream.of(on).map(each -> '"' + each.host() + '"').collect(Collectors.joining(", ")),
                        keyboard,
                        on.length);
    }

    private static JsonNode check(String profile, int exitCode) throws Exception {
        Path file =
                Files.writeString(Files.createTempDirectory(folder, "check-").resolve("profile.yaml"), profile);
        Program.Ended ended = ended(
                "check",
                file.toString(),
                "--json",
                "--controller",
                controller.web(),
                "--data",
                controller.data().toString());
        assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(exitCode);
        return JsonMapper.shared().readTree(ended.printed());
    }
}
