package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Photo;
import io.deskmeter.workloads.make.picture.Picture;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The files of the workloads of browsers. */
final class WebContent {
    /** What Chromium moves a page by when PageDown is pressed in a maximised window on a desktop of 1280x800. */
    private static final int CHROMIUM_PAGE = 620;
    /** The same for Firefox. */
    private static final int FIREFOX_PAGE = 650;

    private static final int DOCUMENT_SECTIONS = 24;
    private static final int DOCUMENT_SCREENS = 6;
    private static final int WORD_SECTION = 20;
    private static final int MAGAZINE_SECTIONS = 12;
    private static final int MAGAZINE_SCREENS = 5;
    private static final int DOCUMENT_SEED = 301;
    private static final int MAGAZINE_SEED = 331;
    private static final int ALBUM_SEED = 361;
    private static final int MARGIN = 4;

    private static final int PAGE_PHOTOS = 3;
    private static final int ALBUM_PHOTOS = 6;
    /** Photographs of the album are shown at a fourth of their height and width. */
    private static final int REDUCTION = 4;

    private WebContent() {}

    /** Adds all files, by their path below the workload root. */
    static void addTo(Map<String, byte[]> files) {
        WebPage almanac = new WebPage(DOCUMENT_SEED, "Almanac of the harbour", CHROMIUM_PAGE, DOCUMENT_SECTIONS);
        files.put("web/document/content/almanac.html", text(almanac.make(WORD_SECTION, "tidemark")));
        mark(files, "web/document", "found", DOCUMENT_SEED);
        page(files, "web/document", DOCUMENT_SEED, DOCUMENT_SECTIONS, DOCUMENT_SCREENS, WORD_SECTION);

        WebPage magazine = new WebPage(MAGAZINE_SEED, "Magazine of the harbour", FIREFOX_PAGE, MAGAZINE_SECTIONS);
        files.put("web/second/content/magazine.html", text(magazine.make(-1, "")));
        page(files, "web/second", MAGAZINE_SEED, MAGAZINE_SECTIONS, MAGAZINE_SCREENS, -1);

        files.put("web/album/content/album.html", text(album()));
        for (int n = 0; n < ALBUM_PHOTOS; n++) {
            Picture landmark = DrawnLandmark.of(ALBUM_SEED + n);
            byte[] photo = Photo.of(ALBUM_SEED + n, 3840, 2400)
                    .with(landmark, (420 + 10 * n) * REDUCTION, (240 + 12 * n) * REDUCTION, REDUCTION)
                    .jpeg();
            files.put("web/album/content/photos/" + n + ".jpg", photo);
            files.put(
                    "web/album/landmarks/photo-" + n + ".png",
                    landmark.inset(MARGIN).png());
        }
    }

    private static void page(
            Map<String, byte[]> files, String workload, int seed, int sections, int screens, int without) {
        for (int n = 0; n < sections; n++) {
            if (n == without) {
                continue;
            }
            String name = n == 0 ? "title" : "passed-" + n;
            Picture landmark = DrawnLandmark.of(seed + 1 + n);
            files.put(workload + "/content/img/" + name + ".png", landmark.png());
            if (n <= screens) {
                files.put(
                        workload + "/landmarks/" + name + ".png",
                        landmark.inset(MARGIN).png());
            }
        }
        for (int n = 1; n <= PAGE_PHOTOS; n++) {
            files.put(
                    workload + "/content/img/photo-" + n + ".jpg",
                    Photo.of(seed + n, 960, 480).jpeg());
        }
    }

    private static void mark(Map<String, byte[]> files, String workload, String name, int seed) {
        files.put(
                workload + "/content/img/" + name + ".png",
                DrawnLandmark.of(seed).png());
        files.put(
                workload + "/landmarks/" + name + ".png",
                DrawnLandmark.of(seed).inset(MARGIN).png());
    }

    /** Shows one photograph at a time; the arrow keys fetch and decode the next. */
    private static String album() {
        return ALBUM.replace("PHOTOS", Integer.toString(ALBUM_PHOTOS));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final String ALBUM = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Photo album of the harbour</title>
            <style>
            body { margin: 0; background: #22252a; color: #d8d8d8; font: 15px/20px "Liberation Sans", sans-serif; text-align: center; }
            #photo { display: block; margin: 12px auto 8px; width: 960px; height: 600px; }
            </style>
            </head>
            <body>
            <img id="photo" src="photos/0.jpg" alt="">
            <div id="caption">1 of PHOTOS</div>
            <script>
            const photo = document.getElementById('photo');
            const caption = document.getElementById('caption');
            let shown = 0;
            async function show(n) {
              const next = new Image();
              next.src = `photos/${n}.jpg`;
              await next.decode();
              photo.src = next.src;
              caption.textContent = `${n + 1} of PHOTOS`;
              shown = n;
            }
            addEventListener('keydown', (event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
              if (step !== 0) show((shown + step + PHOTOS) % PHOTOS);
            });
            </script>
            </body>
            </html>
            """;
}
