package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.DrawnLandmark;
import java.util.Random;

/**
 * A long page for a browser: headings, prose, tables, vector charts, photographs and a little script. It consists of
 * sections of one height, which is about what the key PageDown moves a browser's page. Each section from the second on
 * has a landmark in its middle, which is on the screen after as many presses of that key, and not before.
 */
final class WebPage {
    /** Every section shows one of them beside its text. */
    private static final int KINDS = 3;

    private static final int ROWS = 14;

    private final long seed;
    private final String title;
    private final int sectionHeight;
    private final int sections;
    private final StringBuilder html = new StringBuilder();
    private final Prose prose;

    /**
     * A page of so many sections.
     *
     * @param seed decides its words and figures
     * @param sectionHeight what a press of PageDown moves the page, in pixels
     */
    WebPage(long seed, String title, int sectionHeight, int sections) {
        this.seed = seed;
        this.title = title;
        this.sectionHeight = sectionHeight;
        this.sections = sections;
        this.prose = new Prose(seed);
    }

    /**
     * The page as HTML.
     *
     * @param wordSection the section, from 0, that has {@code word} above a landmark of its own; no other section has
     *     the word
     */
    String make(int wordSection, String word) {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
                .append(title)
                .append("</title>\n<style>\n")
                .append(STYLE.replace("SECTION", sectionHeight + "px"))
                .append("</style>\n</head>\n<body>\n");
        for (int n = 0; n < sections; n++) {
            section(n, n == wordSection ? word : "");
        }
        html.append("<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n");
        return html.toString();
    }

    private void section(int n, String word) {
        html.append("<section>\n<h2>")
                .append(n + 1)
                .append(". ")
                .append(HEADINGS[n % HEADINGS.length])
                .append("</h2>\n");
        if (n == 0) {
            mark("title");
        } else if (!word.isEmpty()) {
            paragraph("The " + word + " of the basin was painted again.");
            mark("found");
        }
        html.append("<div class=\"beside\">\n");
        switch (Math.floorMod(n, KINDS)) {
            case 0 -> photo(n);
            case 1 -> table(n);
            default -> chart(n);
        }
        html.append("</div>\n<div class=\"text\">\n");
        paragraph(prose.paragraph(3));
        paragraph(prose.paragraph(3));
        html.append("</div>\n");
        if (n > 0 && word.isEmpty()) {
            mark("passed-" + n);
        }
        paragraph(prose.paragraph(5));
        paragraph(prose.paragraph(5));
        html.append("</section>\n");
    }

    private void mark(String name) {
        html.append("<p class=\"mark\"><img src=\"img/")
                .append(name)
                .append(".png\" width=\"")
                .append(DrawnLandmark.WIDTH)
                .append("\" height=\"")
                .append(DrawnLandmark.HEIGHT)
                .append("\" alt=\"\"></p>\n");
    }

    private void paragraph(String text) {
        html.append("<p>").append(text).append("</p>\n");
    }

    private void photo(int n) {
        html.append("<img src=\"img/photo-")
                .append(n / KINDS % 3 + 1)
                .append(".jpg\" width=\"480\" height=\"240\" alt=\"\">\n");
    }

    private void table(int n) {
        Random random = new Random(seed * 41 + n);
        html.append(
                "<table class=\"sortable\">\n<tr><th>Berth</th><th>Boats</th><th>Nights</th><th>Tonnes</th></tr>\n");
        for (int row = 1; row <= ROWS; row++) {
            html.append("<tr><td>").append((char) ('A' + n % 26)).append(row);
            for (int most : new int[] {300, 900, 90}) {
                html.append("</td><td>").append(most / 3 + random.nextInt(most));
            }
            html.append("</td></tr>\n");
        }
        html.append("</table>\n");
    }

    private void chart(int n) {
        Random random = new Random(seed * 43 + n);
        html.append("<canvas width=\"480\" height=\"240\" data-values=\"");
        for (int i = 0; i < 40; i++) {
            html.append(i == 0 ? "" : " ").append(20 + random.nextInt(180));
        }
        html.append("\"></canvas>\n");
    }

    private static final String[] HEADINGS = {
        "The year in short",
        "Boats and berths",
        "Works on the quays",
        "Income and costs",
        "Visitors",
        "Depths and dredging",
        "The ferry",
        "The market",
        "Storms",
        "Winter storage",
        "The sailing school",
        "Outlook"
    };

    private static final String STYLE = """
            body { margin: 0 auto; width: 1080px; font: 15px/20px "Liberation Serif", serif; color: #1c2430; background: #fbfaf7; }
            section { position: relative; box-sizing: border-box; height: SECTION; overflow: hidden; border-bottom: 1px solid #c9c4b8; }
            h2 { font: bold 22px/28px "Liberation Sans", sans-serif; margin: 12px 0 8px; }
            p { margin: 0 0 10px; text-align: justify; }
            .mark { clear: both; height: 72px; }
            .mark img { display: block; }
            .beside { float: right; width: 480px; height: 250px; margin-left: 24px; overflow: hidden; }
            .text { height: 250px; overflow: hidden; }
            table { border-collapse: collapse; width: 100%; font: 12px/15px "Liberation Sans", sans-serif; }
            td, th { border: 1px solid #a8a294; padding: 0 6px; text-align: right; }
            th { background: #e8e4d8; }
            """;

    /** Draws the charts, and sorts a table by the column of which the head is clicked. */
    private static final String SCRIPT = """
            for (const canvas of document.querySelectorAll('canvas')) {
              const values = canvas.dataset.values.split(' ').map(Number);
              const context = canvas.getContext('2d');
              context.fillStyle = '#eef1f3';
              context.fillRect(0, 0, canvas.width, canvas.height);
              values.forEach((value, i) => {
                context.fillStyle = `hsl(${190 + i}, 45%, ${35 + value / 8}%)`;
                context.fillRect(6 + i * 11.8, canvas.height - value, 9, value);
              });
            }
            for (const table of document.querySelectorAll('table.sortable')) {
              const rows = [...table.rows].slice(1);
              [...table.rows[0].cells].forEach((head, column) => {
                head.onclick = () => {
                  const key = (row) => row.cells[column].textContent;
                  rows.sort((a, b) => key(a).localeCompare(key(b), 'en', { numeric: true }));
                  rows.forEach((row) => row.parentNode.append(row));
                };
              });
            }
            """;
}
