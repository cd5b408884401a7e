package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.format.PdfFile;
import io.deskmeter.workloads.make.format.PdfPage;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/**
 * The PDF reader's document: ten pages of text, among them a scanned page and a plan of vectors. Every page has a
 * landmark at its top, which is out of view when the page is enlarged. The plan has another near its middle, which has
 * its true size only then. The word to search for is below one.
 */
final class Survey {
    static final String FILE = "survey.pdf";
    /** On no other page. */
    static final String WORD = "breakwater";

    private static final String ID = "pdf/reader";
    private static final int PAGES = 10;
    private static final int SCANNED = 5;
    private static final int PLAN = 6;
    private static final int WITH_WORD = 9;
    /** What is beside a landmark may be painted over its edge. */
    private static final int EDGE = 4;

    private static final int LEFT = 60;
    private static final int LINE = 15;
    private static final int LETTERS = 92;
    /** At 300 dots per inch. */
    private static final int SCAN_WIDTH = 2480;

    private static final int SCAN_HEIGHT = 3508;
    private static final int CONTOURS = 200;
    private static final int CORNERS = 60;
    private static final int BUILDINGS = 300;

    private final PdfFile file = new PdfFile();
    private final Prose prose = new Prose(2029);

    private Survey() {}

    static Map<String, byte[]> files() {
        WorkloadFiles files = new WorkloadFiles(ID);
        files.content(FILE, make());
        for (int page = 1; page <= PLAN; page++) {
            files.landmark("page-" + page, top(page).inset(EDGE));
        }
        files.landmark("enlarged", enlarged().inset(EDGE));
        return files.all();
    }

    /** At the top of a page, from 1. */
    private static Picture top(int page) {
        return DrawnLandmark.of(520 + page);
    }

    private static Picture enlarged() {
        return DrawnLandmark.of(541);
    }

    /**
     * Above the word. The reader scrolls to the word by a part of a pixel, which blends the colours at the edges: the
     * landmark is a screenshot of it.
     */
    private static Picture found() {
        return DrawnLandmark.of(542);
    }

    private static byte[] make() {
        Survey survey = new Survey();
        for (int page = 1; page <= PAGES; page++) {
            survey.add(page);
        }
        return survey.file.bytes();
    }

    private void add(int page) {
        PdfPage content = new PdfPage();
        if (page == SCANNED) {
            content.image(file.bitmap(SCAN_WIDTH, SCAN_HEIGHT, scan()));
        } else if (page == PLAN) {
            plan(content);
            content.picture(enlarged(), 260, PdfFile.HEIGHT - 240, PdfPage.ENLARGED);
        } else {
            text(content, page);
        }
        content.picture(top(page), LEFT, PdfFile.HEIGHT - 36, PdfPage.TRUE_SIZE);
        file.page(content);
    }

    private void text(PdfPage content, int page) {
        int y = PdfFile.HEIGHT - 130;
        content.line(18, LEFT, y, page + ". Survey of the harbour");
        y -= 2 * LINE;
        for (int paragraph = 0; paragraph < 6; paragraph++) {
            if (page == WITH_WORD && paragraph == 2) {
                // A whole number of pixels below the top of the page.
                y -= Math.floorMod(y - PdfFile.HEIGHT, 3);
                content.picture(found(), LEFT, y, PdfPage.TRUE_SIZE);
                y = paragraph(content, y - 72, "The " + WORD + " was inspected by divers in May.") - LINE / 2;
            }
            y = paragraph(content, y, prose.paragraph(5)) - LINE / 2;
        }
    }

    /** Returns the place of the next line. */
    private static int paragraph(PdfPage content, int y, String text) {
        StringBuilder line = new StringBuilder();
        int at = y;
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() > LETTERS) {
                content.line(11, LEFT, at, line.toString());
                at -= LINE;
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        content.line(11, LEFT, at, line.toString());
        return at - LINE;
    }

    /** Lines of depth, and buildings. */
    private static void plan(PdfPage content) {
        Random random = new Random(2030);
        int[] heights = new int[CORNERS];
        for (int i = 0; i < CONTOURS; i++) {
            int y = 60 + random.nextInt(640);
            for (int corner = 0; corner < CORNERS; corner++) {
                y = Math.max(50, Math.min(720, y + random.nextInt(21) - 10));
                heights[corner] = y;
            }
            content.polyline(LEFT, 8, heights, i % 5 == 0);
        }
        for (int i = 0; i < BUILDINGS; i++) {
            content.building(
                    LEFT + random.nextInt(440),
                    60 + random.nextInt(620),
                    4 + random.nextInt(24),
                    4 + random.nextInt(16));
        }
    }

    /** Lines of strokes that look like writing, and the dust of a scanner. */
    private static byte[] scan() {
        Random random = new Random(2031);
        byte[] bits = new byte[SCAN_WIDTH / 8 * SCAN_HEIGHT];
        Arrays.fill(bits, (byte) 0xff);
        for (int y = 630; y < SCAN_HEIGHT - 240; y += 66) {
            for (int x = 255; x < SCAN_WIDTH - 300; x += 27) {
                if (random.nextInt(6) > 0) {
                    black(bits, x + random.nextInt(6), y - random.nextInt(12), 4, 39);
                    black(bits, x, y + 9 + random.nextInt(21), 18, 4);
                    black(bits, x + 13, y + random.nextInt(9), 4, 27);
                }
            }
        }
        for (int i = 0; i < 2500; i++) {
            black(bits, random.nextInt(SCAN_WIDTH - 2), random.nextInt(SCAN_HEIGHT - 2), 2, 1 + random.nextInt(2));
        }
        return bits;
    }

    private static void black(byte[] bits, int x, int y, int width, int height) {
        for (int row = y; row < y + height; row++) {
            for (int column = x; column < x + width; column++) {
                bits[row * (SCAN_WIDTH / 8) + column / 8] &= (byte) ~(0x80 >> column % 8);
            }
        }
    }
}
