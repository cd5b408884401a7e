package io.deskmeter.bench.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LoggingPreferences;

/** The Chromium of this machine, headless: without sound, in English, and with no traffic except that of its pages. */
public final class HeadlessChromium {
    private static final String PROGRAM = "/usr/bin/chromium";
    private static final String DRIVER = "/usr/bin/chromedriver";

    private HeadlessChromium() {}

    /**
     * Its options, to which more may be added.
     *
     * @param profile a private folder
     * @param width of the window in pixels
     * @param height of the window in pixels
     * @param preferences added to the defaults
     * @param logs types of those that are kept, whole, see {@link org.openqa.selenium.logging.LogType}
     */
    public static ChromeOptions options(
            Path profile, int width, int height, Map<String, Object> preferences, List<String> logs) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(PROGRAM);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-US",
                "--window-size=" + width + "," + height,
                "--user-data-dir=" + profile);
        Map<String, Object> all = new HashMap<>(preferences);
        all.put("intl.accept_languages", "en-US");
        options.setExperimentalOption("prefs", all);
        if (!logs.isEmpty()) {
            LoggingPreferences kept = new LoggingPreferences();
            logs.forEach(log -> kept.enable(log, Level.ALL));
            options.setCapability("goog:loggingPrefs", kept);
        }
        return options;
    }

    /** Starts one; its caller ends it by {@link ChromeDriver#quit}. */
    public static ChromeDriver start(ChromeOptions options) throws IOException {
        for (String program : List.of(PROGRAM, DRIVER)) {
            if (!Files.isExecutable(Path.of(program))) {
                throw new IOException(program + ": not there (hint: ./deskmeter bench pages --yes installs it)");
            }
        }
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of(DRIVER).toFile())
                .build();
        return new ChromeDriver(service, options);
    }

    /** Sets the size of the page itself, without a window's frame, in pixels. */
    public static void size(ChromeDriver driver, int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }
}
