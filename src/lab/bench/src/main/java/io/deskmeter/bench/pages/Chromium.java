package io.deskmeter.bench.pages;

import io.deskmeter.bench.browser.HeadlessChromium;
import io.deskmeter.bench.process.ProcessTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with its own profile, and with a probe in every page, see {@code probe.js}. Not thread-safe. */
final class Chromium implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    /**
     * Selenium warns at every start that it has no typed commands for this version; the commands used here are untyped.
     */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private static final String PROBE = resource("probe.js");

    /** Options of a browser. */
    enum Make {
        PLAIN,
        /** Records requests, which costs some time. */
        NOTING_REQUESTS,
        /** Scripts are interpreted only, so that its heap contains what pages keep, without compiled code. */
        WITHOUT_COMPILER
    }

    private final ChromeDriver driver;
    private final Path profile;
    private final Consumer<Chromium> ended;

    private Chromium(ChromeDriver driver, Path profile, Consumer<Chromium> ended) {
        this.driver = driver;
        this.profile = profile;
        this.ended = ended;
    }

    /**
     * Starts one.
     *
     * @param folder for its profile, which is new
     * @param ended called when it is closed
     */
    static Chromium start(Path folder, int width, int height, Make make, Consumer<Chromium> ended) throws IOException {
        SELENIUM.setLevel(Level.SEVERE);
        Path profile = Files.createTempDirectory(folder, "chromium");
        ChromeDriver driver = HeadlessChromium.start(options(profile, width, height, make));
        Chromium chromium = new Chromium(driver, profile, ended);
        driver.manage().timeouts().scriptTimeout(TIMEOUT).pageLoadTimeout(TIMEOUT);
        HeadlessChromium.size(driver, width, height);
        chromium.command("Page.addScriptToEvaluateOnNewDocument", Map.of("source", PROBE));
        chromium.command("Performance.enable", Map.of());
        return chromium;
    }

    private static ChromeOptions options(Path profile, int width, int height, Make make) {
        List<String> logs = make == Make.NOTING_REQUESTS ? List.of(LogType.PERFORMANCE) : List.of();
        ChromeOptions options = HeadlessChromium.options(profile, width, height, Map.of(), logs);
        if (make == Make.WITHOUT_COMPILER) {
            options.addArguments("--js-flags=--jitless");
        }
        // A page that was left must not continue beside the measured one.
        return options.addArguments("--disable-features=BackForwardCache");
    }

    /** Opens the address and waits until the document and its resources are loaded. */
    void open(String address) {
        driver.get(address);
    }

    /** The value of an expression in the page. */
    @Nullable
    Object value(String expression) {
        return driver.executeScript("return " + expression);
    }

    double number(String expression) {
        return number(value(expression), expression);
    }

    /** The value of a promise in the page. */
    @Nullable
    Object awaited(String promise) {
        return driver.executeAsyncScript("const done = arguments[arguments.length - 1]; (" + promise
                + ").then(done, error => done('failed: ' + error));");
    }

    /**
     * Waits until a condition is true and the page has not changed for a while.
     *
     * @param ready an expression
     * @return when the last change was drawn, in milliseconds since the navigation began
     */
    double settled(String ready, Duration quiet) {
        String promise =
                "deskmeterProbe.settled(() => " + ready + ", " + quiet.toMillis() + ", " + TIMEOUT.toMillis() / 2 + ")";
        return number(awaited(promise), promise);
    }

    /**
     * Acts in the page; returns how long it takes until the condition is true and the page has not changed for a while,
     * in milliseconds.
     */
    double act(String statement, String ready, Duration quiet) {
        String promise = "deskmeterProbe.act(() => {" + statement + "}, () => " + ready + ", " + quiet.toMillis() + ", "
                + TIMEOUT.toMillis() / 2 + ")";
        return number(awaited(promise), promise);
    }

    private double number(@Nullable Object value, String what) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(what + ": " + value + " (expected: a number) on " + driver.getCurrentUrl()
                + ", which says: "
                + driver.executeScript("return document.body.innerText.slice(0, 2000)"));
    }

    Map<String, Object> command(String name, Map<String, Object> parameters) {
        return driver.executeCdpCommand(name, parameters);
    }

    /**
     * Sends a pointer event.
     *
     * @param type {@code mouseMoved}, {@code mousePressed} or {@code mouseReleased}
     */
    void pointer(String type, double x, double y) {
        Map<String, Object> event = new HashMap<>(Map.of("type", type, "x", x, "y", y));
        if (!type.equals("mouseMoved")) {
            event.putAll(Map.of("button", "left", "buttons", 1, "clickCount", 1));
        }
        command("Input.dispatchMouseEvent", event);
    }

    /** The browser's metrics of the page, by name; durations in seconds. */
    Map<String, Double> metrics() {
        Map<String, Double> metrics = new HashMap<>();
        for (Object metric : (List<?>) Objects.requireNonNull(
                command("Performance.getMetrics", Map.of()).get("metrics"))) {
            Map<?, ?> one = (Map<?, ?>) metric;
            if (one.get("value") instanceof Number value) {
                metrics.put(String.valueOf(one.get("name")), value.doubleValue());
            }
        }
        return metrics;
    }

    /** The heap of the page after a garbage collection. */
    void collectGarbage() {
        command("HeapProfiler.collectGarbage", Map.of());
    }

    /** The recorded network events since the last call: the parameters of each event by its method. */
    List<JsonNode> network() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> JsonMapper.shared().readTree(entry.getMessage()).at("/message"))
                .filter(message -> message.at("/method").asString().startsWith("Network."))
                .toList();
    }

    void picture(Path file) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** The resource usage of all its processes. */
    ProcessTree tree() throws IOException {
        return ProcessHandle.current()
                .descendants()
                .filter(this::isBrowser)
                .findFirst()
                .map(root -> new ProcessTree(root, ""))
                .orElseThrow(() -> new IOException("chromium: no process with profile " + profile));
    }

    private boolean isBrowser(ProcessHandle process) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return line.contains("--user-data-dir=" + profile)
                    && !line.contains("--type=")
                    && !line.contains("chromedriver");
        } catch (IOException ended) {
            return false;
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Chromium.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " cannot be read", e);
        }
    }

    @Override
    public void close() {
        driver.quit();
        ended.accept(this);
    }
}
