package io.deskmeter.workloads.make.format;

import io.deskmeter.workloads.make.picture.Picture;
import java.util.Locale;

/** What is painted on a page of a {@link PdfFile}, in order. Places are points from the bottom left of the page. */
public final class PdfPage {
    /** Points of a pixel on a page at 100 %, in millionths. */
    public static final int TRUE_SIZE = 750_000;
    /** The same after the reader has enlarged the page by a fifth three times. */
    public static final int ENLARGED = 434_028;

    private static final long MILLION = 1_000_000;

    private final StringBuilder content = new StringBuilder();
    private int image;

    /** The operators. */
    String content() {
        return content.toString();
    }

    /** The number of the image on it; 0 for none. */
    int image() {
        return image;
    }

    /** Fills the page with an image of the file; at most one. */
    public void image(int number) {
        image = number;
        content.append("q ").append(PdfFile.WIDTH).append(" 0 0 ").append(PdfFile.HEIGHT);
        content.append(" 0 0 cm /Image Do Q\n");
    }

    /** Text without brackets and backslashes. */
    public void line(int size, int x, int y, String text) {
        content.append("BT /F ")
                .append(size)
                .append(" Tf ")
                .append(x)
                .append(' ')
                .append(y);
        content.append(" Td (").append(text).append(") Tj ET\n");
    }

    /** A line through these heights, each so far to the right of the last. */
    public void polyline(int x, int step, int[] heights, boolean strong) {
        content.append(strong ? "0.2 0.4 0.6 RG 0.8 w " : "0.5 0.7 0.85 RG 0.4 w ");
        for (int i = 0; i < heights.length; i++) {
            content.append(x + i * step).append(' ').append(heights[i]).append(i == 0 ? " m " : " l ");
        }
        content.append("S\n");
    }

    public void building(int x, int y, int width, int height) {
        content.append("0.9 0.85 0.75 rg 0.2 0.2 0.2 RG 0.5 w ")
                .append(x)
                .append(' ')
                .append(y)
                .append(' ');
        content.append(width).append(' ').append(height).append(" re B\n");
    }

    /**
     * A picture in vectors, from its top left: a rectangle for each area of one colour in equal rows.
     *
     * @param pixel its size in millionths of a point
     */
    public void picture(Picture picture, int left, int top, long pixel) {
        int to;
        for (int from = 0; from < picture.height(); from = to) {
            to = from + 1;
            while (to < picture.height() && picture.sameRows(from, to)) {
                to++;
            }
            int start = 0;
            for (int x = 1; x <= picture.width(); x++) {
                if (x == picture.width() || picture.at(x, from) != picture.at(start, from)) {
                    colour(picture.at(start, from));
                    number(left * MILLION + start * pixel);
                    number(top * MILLION - to * pixel);
                    number((x - start) * pixel);
                    number((to - from) * pixel);
                    content.append("re f\n");
                    start = x;
                }
            }
        }
    }

    private void colour(int rgb) {
        for (int shift = 16; shift >= 0; shift -= 8) {
            number((rgb >> shift & 255) * MILLION / 255);
        }
        content.append("rg ");
    }

    private void number(long millionths) {
        content.append(String.format(Locale.ROOT, "%d.%06d ", millionths / MILLION, millionths % MILLION));
    }
}
