package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.bench.browser.HeadlessChromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.Rectangle;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real headless Chromium that finds elements by their accessible names, and records errors of the page. */
final class Browser implements AutoCloseable {
    /** A new page awaits none. */
    private static final String AWAIT_CLICK = "window.awaitsClick = true;"
            + "arguments[0].addEventListener('click', () => { window.awaitsClick = false; }, {once: true, capture: true})";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Selenium's own half second is longer than most pages take. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    /**
     * For waits of any length: a look every 100 ms for a minute. Looks at a page load the machine that a run measures.
     */
    private static final int MOST_LOOKS = 600;

    private static final Path AXE = Program.HOME.resolve("ui/node_modules/axe-core/axe.min.js");

    /** Gives the violations of axe that are serious or worse, with the elements. */
    private static final String SCAN = """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(
                found => done(JSON.stringify(found.violations
                    .filter(v => v.impact === 'serious' || v.impact === 'critical')
                    .map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html.slice(0, 200)).slice(0, 5).join(' | ')))),
                error => done(JSON.stringify([String(error)])));""";

    private final ChromeDriver driver;
    private final List<String> faults = new ArrayList<>();

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * @param folder for its profile and its downloads
     * @param arguments added to the usual ones
     */
    static Browser start(Path folder, int width, int height, String... arguments) throws IOException {
        ChromeOptions options = HeadlessChromium.options(
                Files.createTempDirectory(folder, "chromium"),
                width,
                height,
                Map.of("download.default_directory", folder.toString(), "download.prompt_for_download", false),
                List.of(LogType.BROWSER, LogType.PERFORMANCE));
        options.addArguments(arguments);
        Browser browser = new Browser(HeadlessChromium.start(options));
        browser.size(width, height);
        return browser;
    }

    /** The size of the page itself, without a window's frame. */
    void size(int width, int height) {
        HeadlessChromium.size(driver, width, height);
        assertThat(driver.executeScript("return [innerWidth, innerHeight]"))
                .isEqualTo(List.of((long) width, (long) height));
    }

    /** Sets the preferred colour scheme. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void open(String address) {
        driver.get(address);
    }

    String address() {
        return driver.getCurrentUrl();
    }

    /** Waits until there is such an element that can be seen. */
    WebElement find(By by) {
        return new WebDriverWait(driver, TIMEOUT, BETWEEN_LOOKS)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> by + " on " + driver.getCurrentUrl() + ", which says:\n" + text())
                .until(d -> d.findElements(by).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    boolean has(By by) {
        return driver.findElements(by).stream().anyMatch(WebElement::isDisplayed);
    }

    /** A button, link, tab or menu item by its words or its label. */
    static By control(String name) {
        String quoted = "\"" + name + "\"";
        return By.xpath(
                "//*[self::button or self::a or @role='button' or @role='tab' or @role='menuitem' or @role='link']"
                        + "[not(@disabled)][normalize-space(.)=" + quoted + " or @aria-label=" + quoted + "]");
    }

    /** A field by its label. */
    static By field(String label) {
        String quoted = "\"" + label + "\"";
        return By.xpath("//*[self::input or self::textarea or self::select][@aria-label=" + quoted
                + " or @id=//label[normalize-space(translate(., '*', ''))=" + quoted + "]/@for]");
    }

    static By words(String text) {
        return By.xpath("//*[contains(normalize-space(text()), \"" + text + "\")]");
    }

    void click(String name) {
        click(control(name));
    }

    /**
     * Clicks what stands still: a click on what slides into the page may land beside it. Clicks again if the page has
     * redrawn the element in between, and if the element did not get the click, because it moved between the press and
     * the release.
     */
    void click(By by) {
        AtomicReference<@Nullable Rectangle> seen = new AtomicReference<>();
        new WebDriverWait(driver, TIMEOUT, BETWEEN_LOOKS)
                .ignoring(StaleElementReferenceException.class)
                .ignoring(ElementClickInterceptedException.class)
                .withMessage(() -> by + " to be clicked on " + driver.getCurrentUrl() + ", which says:\n" + text())
                .until(d -> {
                    WebElement element = find(by);
                    driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
                    Rectangle place = element.getRect();
                    if (!place.equals(seen.getAndSet(place))) {
                        return false;
                    }
                    driver.executeScript(AWAIT_CLICK, element);
                    element.click();
                    return !Boolean.TRUE.equals(driver.executeScript("return window.awaitsClick === true"));
                });
    }

    void await(String what, Duration atMost, BooleanSupplier condition) {
        new WebDriverWait(driver, atMost, atMost.dividedBy(MOST_LOOKS))
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> what + " on " + driver.getCurrentUrl() + ", which says:\n" + text())
                .until(d -> condition.getAsBoolean());
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    ChromeDriver driver() {
        return driver;
    }

    void picture(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** The page from its head to its foot, however long. */
    void wholePicture(Path file) throws IOException {
        Object png = driver.executeCdpCommand(
                        "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip()))
                .get("data");
        Files.write(file, Base64.getDecoder().decode(String.valueOf(png)));
    }

    private Map<String, Object> clip() {
        Map<?, ?> size = (Map<?, ?>)
                driver.executeCdpCommand("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
        return Map.of("x", 0, "y", 0, "width", size.get("width"), "height", size.get("height"), "scale", 1);
    }

    /** Scans the present page for accessibility problems. */
    List<String> violations() throws IOException {
        driver.executeScript(Files.readString(AXE));
        JsonNode found = JsonMapper.shared().readTree(String.valueOf(driver.executeAsyncScript(SCAN)));
        List<String> violations = new ArrayList<>();
        found.forEach(one -> violations.add(driver.getCurrentUrl() + ": " + one.asString()));
        return violations;
    }

    /** Errors of the console, and requests to anywhere but the controller's host, since the start. */
    List<String> faults() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
                faults.add("console: " + entry.getMessage());
            }
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).at("/message");
            if (message.at("/method").asString().equals("Network.requestWillBeSent")) {
                requested(message.at("/params/request/url").asString());
            }
        }
        return List.copyOf(faults);
    }

    private void requested(String address) {
        URI uri = URI.create(address.replaceAll("[|{}\\[\\]\"<> ]", "_"));
        if (uri.getScheme().startsWith("http") && !"127.0.0.1".equals(uri.getHost())) {
            faults.add("request: " + address);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
