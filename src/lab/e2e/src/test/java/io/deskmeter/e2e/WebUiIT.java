package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The web pages in use: a real Chromium, a real controller, a real agent, real desktops, beside other tests with
 * desktops, since all its waits are generous.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class WebUiIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration RUN = Duration.ofMinutes(4);

    private static final Path PICTURES = Path.of("target", "screens").toAbsolutePath();

    private static final List<String> STAGES =
            List.of("preparing", "ramping-up", "steady", "judging", "ramping-down", "ending", "reporting");

    /** Colours of the stages' boxes by state, of those that have begun. */
    private static final String COLOURS = """
            const seen = {};
            for (const box of document.querySelectorAll('[data-stage]'))
                if (box.dataset.when !== 'to-come') seen[box.dataset.stage] = getComputedStyle(box).borderLeftColor;
            return seen;""";

    /** The facts of a live page whose second load point has a response of group A. */
    private static final Pattern LIVE_P95 =
            Pattern.compile("Load point\\s+2: 2 sessions.*p95 of group A\\s+[0-9.]+ m?s", Pattern.DOTALL);

    private static final String PROFILE = """
            id: two-writers
            title: Two writers
            workloads:
              id: writer-only
              workloads: [office/writer]
              iterations: 2
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 500ms, spread: 50%}
            target: {local: {desktop: 1024x768}}
            agents: [nowhere]
            load: {ramp: {from: 1, add: 1, max: 2}}
            thresholds: {A: 20s, B: 60s}
            evidence: all
            validity: {harnessCpu: 90%, lag: 10s, pacing: 100%}
            logonInterval: 500ms
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private ControllerProgram controller;
    private Browser browser;
    private String pages = "";
    private final List<String> violations = new ArrayList<>();

    @BeforeEach
    void everybodyIsThere() throws IOException {
        controller = ControllerProgram.start(folder);
        open.push(controller);
        pages = controller.web();
        open.push(controller.connectAgent());
        browser = Browser.start(folder, 1280, 800);
        open.push(browser);
    }

    @AfterEach
    void nobodyIsLeft() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    @Test
    void fromANewProfileToAComparisonOfTwoRuns() throws Exception {
        importProfile();
        checkFindsWhatIsWrongAndTheFormMendsIt();
        String first = startAndWatch();
        resultsLeadToTheEvidence(first);
        downloadsCanBeRead(first);
        String second = oneEditsWhileTheOtherStarts();
        compare(first, second);
        everyPageIsForEverybody(first, second);
        assertThat(violations).isEmpty();
    }

    private void importProfile() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("two-writers.yaml"), PROFILE);
        browser.open(controller.data().loginLink(pages, "/"));
        browser.click("Run profiles");
        browser.find(Browser.control("Import"));
        browser.driver().findElement(By.cssSelector("input[type=file]")).sendKeys(file.toString());
        browser.find(Browser.words("not saved yet"));
        assertThat(browser.find(By.id("field-id")).getAttribute("value")).isEqualTo("two-writers");
    }

    private void checkFindsWhatIsWrongAndTheFormMendsIt() throws IOException {
        browser.click("Check");
        browser.find(By.cssSelector("[data-severity=error]"));
        browser.await("the check's end", START, () -> browser.has(Browser.words("Fix all errors to start the run")));
        assertThat(browser.has(Browser.control("Start run"))).isFalse();
        look("check");
        browser.click(By.cssSelector("[data-severity=error] button"));
        WebElement field = browser.driver().switchTo().activeElement();
        assertThat(field.getAttribute("id")).isEqualTo("field-agents");
        field.sendKeys(Keys.BACK_SPACE);
        browser.await(
                "the label is gone",
                START,
                () -> !browser.find(By.cssSelector(".cm-content")).getText().contains("nowhere"));
        browser.click("Save");
        browser.find(Browser.words("version 1"));
        browser.click("Check");
        browser.await("a check without errors", START, () -> browser.has(Browser.words("Ready to start")));
    }

    private String startAndWatch() throws Exception {
        browser.click("Start run");
        browser.await("the run's page", START, () -> browser.address().contains("/runs/r-"));
        String run = browser.address().replaceAll(".*/runs/", "");
        By steady = By.cssSelector("[data-stage=steady][data-when=present]");
        browser.await("the steady stage", RUN, () -> browser.has(steady));
        browser.click(By.cssSelector("[data-stage=ramping-up]"));
        browser.find(Browser.words("Ramping up"));
        browser.find(Browser.words("message"));
        browser.click("Close stage");
        browser.await("the stage is closed", START, () -> !browser.has(Browser.control("Close stage")));
        browser.await(
                "responses of the second load point",
                RUN,
                () -> LIVE_P95.matcher(browser.text()).find() && browser.has(steady));
        look("run-live");
        browser.await("the end of the run", RUN, () -> browser.has(Browser.control("Open results")));
        browser.await("all stages", START, () -> colours().keySet().containsAll(STAGES));
        Map<String, String> colours = colours();
        assertThat(STAGES.stream().map(colours::get).distinct().toList()).hasSameSizeAs(STAGES);
        assertThat(json("/runs/" + run).at("/state").asString()).isEqualTo("finished");
        return run;
    }

    private Map<String, String> colours() {
        Map<String, String> colours = new LinkedHashMap<>();
        ((Map<?, ?>) browser.run(COLOURS)).forEach((stage, colour) -> colours.put("" + stage, "" + colour));
        return colours;
    }

    private void resultsLeadToTheEvidence(String run) throws IOException, InterruptedException {
        browser.click("Open results");
        browser.await("the results", START, () -> browser.address().endsWith("/runs/" + run + "/results"));
        browser.find(Browser.words("2 sessions"));
        browser.click("Raw timings");
        JsonNode saved = aSaveWithFilmStrip(run);
        browser.click(By.xpath("//table[@aria-label='Raw timings']//tr[td[2]='"
                + saved.at("/session").asInt() + "' and td[3]='"
                + saved.at("/sequence").asInt() + "']//button"));
        browser.find(Browser.words("Time line"));
        WebElement strip = browser.find(By.cssSelector("[aria-label^='Film strip'] img"));
        browser.await(
                "the film strip", START, () -> (Long) browser.run("return arguments[0].naturalWidth", strip) > 100);
        look("timing");
        browser.click("Close");
    }

    /**
     * A busy agent may drop the film strip of one operation, and says how many it dropped; it must have kept one of
     * some save.
     */
    private JsonNode aSaveWithFilmStrip(String run) throws IOException, InterruptedException {
        for (JsonNode timing :
                json("/runs/" + run + "/timings?operation=office/writer/save").at("/timings")) {
            String address =
                    "/runs/" + run + "/timings/" + timing.at("/session").asInt() + "/"
                            + timing.at("/sequence").asInt();
            if (json(address).at("/pictures").toString().contains("-strip.png")) {
                return timing;
            }
        }
        throw new AssertionError("no save of run " + run + " has a film strip");
    }

    private void downloadsCanBeRead(String run) throws Exception {
        long stored = json("/runs/" + run + "/timings?limit=1").at("/total").asLong();
        List<String> csv = Files.readAllLines(downloaded("Timings (CSV)", run + "-timings.csv"));
        assertThat(csv.get(0)).isEqualTo(Results.CSV_HEADER);
        assertThat(csv).hasSize((int) stored + 1);
        JsonNode report = JsonMapper.shared().readTree(Files.readString(downloaded("Report (JSON)", run + ".json")));
        assertThat(report.at("/run/id").asString()).isEqualTo(run);
        assertThat(Files.readString(downloaded("JUnit (XML)", run + "-junit.xml")))
                .contains("<testsuite");
        assertThat(Files.readString(downloaded("Report (HTML)", run + ".html"))).contains("</html>");
        byte[] pdf = Files.readAllBytes(downloaded("Report (PDF)", run + ".pdf"));
        assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    }

    private Path downloaded(String item, String name) {
        browser.click("Downloads");
        browser.click(item);
        Path file = folder.resolve(name);
        Awaitility.await(item).atMost(START).until(() -> Files.exists(file) && Files.size(file) > 0);
        return file;
    }

    /**
     * The later save of what was read before is refused, and both texts are shown; the run that was started meanwhile
     * is of its own version.
     */
    private String oneEditsWhileTheOtherStarts() throws Exception {
        browser.open(pages + "/profiles/two-writers");
        browser.find(By.id("field-title")).sendKeys(", mine");
        String theirs = PROFILE.replace("agents: [nowhere]\n", "").replace("Two writers", "Two writers, theirs");
        HttpRequest.Builder update = HttpRequest.newBuilder(URI.create(pages + "/api/v1/run-profiles/two-writers"))
                .header("Content-Type", "application/yaml")
                .header("If-Match", "\"1\"")
                .PUT(HttpRequest.BodyPublishers.ofString(theirs));
        answered(update, 200);
        String run = JsonMapper.shared()
                .readTree(created(HttpRequest.newBuilder(URI.create(pages + "/api/v1/run-profiles/two-writers/runs"))
                        .POST(HttpRequest.BodyPublishers.noBody())))
                .at("/id")
                .asString();
        browser.click("Save");
        browser.find(Browser.words("was changed by someone else"));
        assertThat(browser.text()).contains("Two writers, theirs").contains("Two writers, mine");
        look("two-at-once");
        browser.click("Overwrite version 2");
        browser.find(Browser.words("version 3"));
        assertThat(json("/runs/" + run).at("/ended").asBoolean()).isFalse();
        assertThat(text("/run-profiles/two-writers/versions/2")).contains("Two writers, theirs");
        assertThat(text("/run-profiles/two-writers/versions/3")).contains("Two writers, mine");
        Awaitility.await("the second run")
                .atMost(RUN)
                .until(() -> json("/runs/" + run).at("/ended").asBoolean());
        assertThat(json("/runs/" + run).at("/title").asString()).isEqualTo("Two writers, theirs");
        return run;
    }

    private String created(HttpRequest.Builder request) throws IOException, InterruptedException {
        return answered(request, 201);
    }

    private String answered(HttpRequest.Builder request, int status) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                DataFolder.below(folder).client().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    private void compare(String first, String second) {
        browser.click("Runs");
        for (String run : List.of(first, second)) {
            browser.click(By.cssSelector("tr[data-run='" + run + "'] input[type=checkbox]"));
        }
        browser.click("Compare 2 runs");
        browser.await(
                "the comparison",
                START,
                () -> browser.address().contains(first) && browser.address().contains(second));
        browser.find(Browser.words("office/writer/save"));
    }

    /**
     * Every page in light and dark, as a picture to look at, and scanned for violations; and once on a wider screen,
     * whose layout is the same in both.
     */
    private void everyPageIsForEverybody(String first, String second) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("start", "/");
        all.put("profiles", "/profiles");
        all.put("profile", "/profiles/two-writers");
        all.put("runs", "/runs");
        all.put("run", "/runs/" + first);
        all.put("results", "/runs/" + first + "/results");
        all.put("compare", "/compare?runs=" + first + "&runs=" + second);
        all.put("trend", "/trend?profile=two-writers");
        all.put("agents", "/agents");
        all.put("installations", "/installations");
        all.put("workloads", "/workloads");
        all.put("no-such-run", "/runs/r-nothing");
        all.put("documentation", "/documentation/guides/read-a-result");
        for (String scheme : List.of("light", "dark")) {
            browser.prefer(scheme);
            int[][] sizes = {{1280, 800}, {1920, 1080}};
            for (int[] size : scheme.equals("light") ? sizes : new int[][] {sizes[0]}) {
                browser.size(size[0], size[1]);
                for (Map.Entry<String, String> page : all.entrySet()) {
                    browser.open(pages + page.getValue());
                    browser.find(By.tagName("h1"));
                    browser.await("its content", START, () -> !browser.has(By.cssSelector("[aria-label=Loading]")));
                    browser.picture(
                            PICTURES.resolve(page.getKey() + "-" + scheme + "-" + size[0] + "x" + size[1] + ".png"));
                    if (size[0] == 1280) {
                        browser.wholePicture(PICTURES.resolve(page.getKey() + "-" + scheme + "-whole.png"));
                        violations.addAll(browser.violations());
                    }
                }
            }
        }
        // Chromium also logs refusals as errors: of the outdated save, and of the unknown run.
        assertThat(browser.faults())
                .filteredOn(fault -> !fault.contains("two-writers - ") || !fault.contains(" 412 "))
                .filteredOn(fault -> !fault.contains("/r-nothing - ") || !fault.contains(" 404 "))
                .isEmpty();
        try (Stream<Path> pictures = Files.list(PICTURES)) {
            assertThat(pictures.count()).isGreaterThanOrEqualTo(5L * all.size());
        }
    }

    /** A screenshot for inspection, and an accessibility scan. */
    private void look(String name) throws IOException {
        browser.picture(PICTURES.resolve(name + ".png"));
        violations.addAll(browser.violations());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(text(path));
    }

    private String text(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = DataFolder.below(folder)
                .client()
                .send(
                        HttpRequest.newBuilder(URI.create(pages + "/api/v1" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Optional.ofNullable(answer.body()).orElse("");
    }
}
