package io.deskmeter.workloads.make;

import io.deskmeter.vision.tracking.ScrollPicture;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workloads.make.picture.Picture;
import io.deskmeter.workloads.make.picture.ProbeSign;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A web page that is scrolled as the picture of the probe program is: the picture below a sign that stays. */
final class ScrollPage {
    private static final String WORKLOAD = "ue/scroll-page";
    private static final int GREY_STEP = 0x010101;

    private ScrollPage() {}

    /** Adds all files, by their path below the workload root. */
    static void addTo(Map<String, byte[]> files) {
        files.put(WORKLOAD + "/content/page.html", page().getBytes(StandardCharsets.UTF_8));
        files.put(WORKLOAD + "/content/sign.png", ProbeSign.picture().png());
        files.put(WORKLOAD + "/content/rows.png", rows().png());
        files.put(WORKLOAD + "/landmarks/sign.png", ProbeSign.picture().png());
    }

    /** All rows alike from left to right, so one column says all. */
    private static Picture rows() {
        ScrollPicture picture = new ScrollPicture();
        Picture column = Picture.blank(1, ScrollPicture.HEIGHT, 0);
        for (int row = 0; row < ScrollPicture.HEIGHT; row++) {
            column.fill(0, row, 1, 1, picture.grey(row) * GREY_STEP);
        }
        return column;
    }

    private static String page() {
        return PAGE.replace("HEAD", Integer.toString(ReferenceStage.VIEW_Y))
                .replace("WIDTH", Integer.toString(ReferenceStage.VIEW_WIDTH))
                .replace("HEIGHT", Integer.toString(ScrollPicture.HEIGHT));
    }

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>A long picture</title>
            <style>
            html, body { margin: 0; background: #808080; }
            #head { position: fixed; top: 0; left: 0; right: 0; height: HEADpx; background: #808080; }
            #head img { position: absolute; left: 160px; top: 0; }
            #rows { display: block; margin: HEADpx 0 0 160px; width: WIDTHpx; height: HEIGHTpx; image-rendering: pixelated; }
            </style>
            </head>
            <body>
            <img id="rows" src="rows.png" alt="">
            <div id="head"><img src="sign.png" alt=""></div>
            </body>
            </html>
            """;
}
