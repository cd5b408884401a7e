package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Pictures of what a run left in its {@code --out} folder, for people to look at. */
final class ReportPictures {
    private static final Duration LOADED = Duration.ofSeconds(30);

    private ReportPictures() {}

    /**
     * Opens the report and the page of its evidence in a browser, which must find nothing wrong with them.
     *
     * @param folder for the browser's files
     * @param out of the run
     * @param pictures where {@code report.png} and {@code evidence-index.png} are kept
     */
    static void keep(Path folder, Path out, Path pictures) throws Exception {
        Files.createDirectories(pictures);
        try (Browser browser = Browser.start(folder, 1280, 1000)) {
            for (String page : List.of("report.html", "evidence/index.html")) {
                browser.open(out.resolve(page).toUri().toString());
                browser.run("document.querySelectorAll('img').forEach(image => image.loading = 'eager')");
                browser.await(
                        "all pictures of " + page,
                        LOADED,
                        () -> Boolean.TRUE.equals(
                                browser.run("return [...document.images].every(image => image.naturalWidth > 0)")));
                browser.wholePicture(pictures.resolve(page.replace('/', '-').replace("html", "png")));
                assertThat(browser.faults()).as("faults of %s", page).isEmpty();
            }
        }
    }
}
