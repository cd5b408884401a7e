package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The ground beside what is drawn in a pattern, such as words. A lossy codec changes it there, so where it is equal to
 * the pixel, nothing is lost: then what is drawn differs by no more than programs and servers round, or it is another
 * picture, such as the same words in another colour of the same grey.
 *
 * <p>Looked at area by area, because a picture may have parts that a server sends without loss, and others. Immutable.
 */
final class EqualGround {
    private static final int TILE = 16;
    /** Areas are as large as what a codec changes together. */
    private static final int CELL = 8;

    /** Of a channel, so that a pixel counts as drawn. */
    private static final int DRAWN = 12;

    /** Borders between it and what differs, in an area and around it: fewer may be equal by chance. */
    private static final int LEAST_GROUND = 48;

    /** In the whole picture. */
    private static final int LEAST_OF_ALL = 12;

    /**
     * Borders of what is drawn, at even places and at odd ones: squares of two by two pixels share a colour in many
     * codecs, and at one of the two they reach across the border.
     */
    private static final int LEAST_BORDERS = 3;

    /** Pixels of what is drawn. */
    private static final int LEAST_DIFFERING = 3;

    /** Of the grey. */
    private static final int ROUNDED = 3;

    /** Of the two colour differences together: codecs that keep the grey and the ground may lose so much of them. */
    private static final int ROUNDED_COLOUR = 12;

    private final Pattern pattern;
    /** Of a channel; 0 where colours are not those of a display with fewer. */
    private final int rounded;

    private final int across;
    private final int down;
    /** Indices of pixels. */
    private final int[] beside;

    private final int[] drawn;

    /** @param rounded a difference of a channel that is none; 0 for the usual ones */
    EqualGround(Pattern pattern, int rounded) {
        this.pattern = pattern;
        this.rounded = rounded;
        across = (pattern.width + CELL - 1) / CELL;
        down = (pattern.height + CELL - 1) / CELL;
        boolean[] isDrawn = new boolean[pattern.rgb.length];
        boolean[] isGround = new boolean[pattern.rgb.length];
        for (int top = 0; top < pattern.height; top += TILE) {
            for (int left = 0; left < pattern.width; left += TILE) {
                classify(new Rect(left, top, TILE, TILE), isDrawn, isGround);
            }
        }
        beside = indices(isGround, at -> isBeside(at, isDrawn));
        drawn = indices(isDrawn, at -> true);
    }

    /** The most frequent colour of a tile is its ground. */
    private void classify(Rect tile, boolean[] isDrawn, boolean[] isGround) {
        int[] colours = new int[TILE * TILE];
        int n = 0;
        int right = Math.min(pattern.width, tile.right());
        int bottom = Math.min(pattern.height, tile.bottom());
        for (int y = tile.y(); y < bottom; y++) {
            for (int at = y * pattern.width + tile.x(); at < y * pattern.width + right; at++) {
                if (OpaqueRuns.isOpaque(pattern.rgb[at])) {
                    colours[n++] = pattern.rgb[at];
                }
            }
        }
        Arrays.sort(colours, 0, n);
        int ground = 0;
        int most = 0;
        for (int i = 0, from = 0; i < n; i++) {
            from = colours[i] == colours[from] ? from : i;
            if (i - from + 1 > most) {
                most = i - from + 1;
                ground = colours[i];
            }
        }
        for (int y = tile.y(); y < bottom; y++) {
            for (int at = y * pattern.width + tile.x(); at < y * pattern.width + right; at++) {
                if (OpaqueRuns.isOpaque(pattern.rgb[at])) {
                    isGround[at] = pattern.rgb[at] == ground;
                    isDrawn[at] = mostOfChannels(pattern.rgb[at], ground) > DRAWN;
                }
            }
        }
    }

    /** Indices of the pixels that are drawn, and beside them. */
    int[] drawnOrBeside() {
        return IntStream.concat(Arrays.stream(drawn), Arrays.stream(beside))
                .sorted()
                .toArray();
    }

    private interface Choice {
        boolean takes(int at);
    }

    private static int[] indices(boolean[] of, Choice choice) {
        int[] found = new int[of.length];
        int n = 0;
        for (int at = 0; at < of.length; at++) {
            if (of[at] && choice.takes(at)) {
                found[n++] = at;
            }
        }
        return Arrays.copyOf(found, n);
    }

    private boolean isBeside(int at, boolean[] isDrawn) {
        int x = at % pattern.width;
        int y = at / pattern.width;
        for (int v = Math.max(0, y - 1); v <= Math.min(pattern.height - 1, y + 1); v++) {
            for (int u = Math.max(0, x - 1); u <= Math.min(pattern.width - 1, x + 1); u++) {
                if (isDrawn[v * pattern.width + u]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int mostOfChannels(int one, int other) {
        int most = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            most = Math.max(most, Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)));
        }
        return most;
    }

    private int cell(int at) {
        return at / pattern.width / CELL * across + at % pattern.width / CELL;
    }

    /** Of each area, the sum over it and those beside it. */
    private int[] around(int[] own) {
        int[] sums = new int[own.length];
        for (int row = 0; row < down; row++) {
            for (int column = 0; column < across; column++) {
                for (int v = Math.max(0, row - 1); v <= Math.min(down - 1, row + 1); v++) {
                    for (int u = Math.max(0, column - 1); u <= Math.min(across - 1, column + 1); u++) {
                        sums[row * across + column] += own[v * across + u];
                    }
                }
            }
        }
        return sums;
    }

    /** Where what is drawn differs, on the screen, though the ground beside it is equal; empty if it does nowhere. */
    Optional<Rect> differs(ScreenSums picture, int left, int top) {
        int[] changed = new int[across * down];
        boolean all = true;
        for (int at : beside) {
            if (((seen(picture, left, top, at) ^ pattern.rgb[at]) & 0xffffff) != 0) {
                changed[cell(at)]++;
                all = false;
            }
        }
        int[] changes = all ? changed : around(changed);
        boolean[] differing = new boolean[pattern.rgb.length];
        int n = 0;
        int first = -1;
        for (int at : drawn) {
            if (changes[cell(at)] == 0 && differs(seen(picture, left, top, at), at)) {
                differing[at] = true;
                n++;
                first = first < 0 ? at : first;
            }
        }
        return n < LEAST_DIFFERING || !isBesideEnough(differing, all)
                ? Optional.empty()
                : Optional.of(new Rect(
                                left + first % pattern.width / CELL * CELL,
                                top + first / pattern.width / CELL * CELL,
                                CELL,
                                CELL)
                        .intersection(new Rect(left, top, pattern.width, pattern.height)));
    }

    /**
     * Whether what differs has enough ground beside it, to say that nothing is lost: in some area, or where all ground
     * is equal, in the picture.
     */
    private boolean isBesideEnough(boolean[] differing, boolean allEqual) {
        int[][] borders = new int[4][across * down];
        for (int at : beside) {
            countBorders(at, differing, borders);
        }
        if (allEqual) {
            int[] sums = Arrays.stream(borders)
                    .mapToInt(of -> Arrays.stream(of).sum())
                    .toArray();
            return isEnough(sums, LEAST_OF_ALL);
        }
        int[][] around = Arrays.stream(borders).map(this::around).toArray(int[][]::new);
        for (int cell = 0; cell < across * down; cell++) {
            int area = cell;
            if (isEnough(Arrays.stream(around).mapToInt(of -> of[area]).toArray(), LEAST_GROUND)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEnough(int[] borders, int least) {
        return Arrays.stream(borders).sum() >= least
                && (Math.min(borders[0], borders[1]) >= LEAST_BORDERS
                        || Math.min(borders[2], borders[3]) >= LEAST_BORDERS);
    }

    /** Of a pixel of the ground: between columns, at even ones and at odd ones, then between rows. */
    private void countBorders(int at, boolean[] differing, int[][] borders) {
        int x = at % pattern.width;
        int y = at / pattern.width;
        int cell = cell(at);
        if (x > 0 && differing[at - 1]) {
            borders[(x - 1) % 2][cell]++;
        }
        if (x < pattern.width - 1 && differing[at + 1]) {
            borders[x % 2][cell]++;
        }
        if (y > 0 && differing[at - pattern.width]) {
            borders[2 + (y - 1) % 2][cell]++;
        }
        if (y < pattern.height - 1 && differing[at + pattern.width]) {
            borders[2 + y % 2][cell]++;
        }
    }

    private int seen(ScreenSums picture, int left, int top, int at) {
        return picture.rgb()[(top + at / pattern.width) * picture.width + left + at % pattern.width];
    }

    private boolean differs(int pixel, int at) {
        int wanted = pattern.rgb[at];
        if (rounded > 0) {
            return mostOfChannels(pixel, wanted) > rounded;
        }
        int grey = Grey.of(pixel) - (pattern.grey[at] & 0xff);
        int blue = (pixel & 0xff) - (wanted & 0xff) - grey;
        int red = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - grey;
        return Math.abs(grey) > ROUNDED || Math.abs(blue) + Math.abs(red) > ROUNDED_COLOUR;
    }
}
