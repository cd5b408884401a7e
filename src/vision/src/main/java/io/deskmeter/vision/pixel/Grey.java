package io.deskmeter.vision.pixel;

/** Brightness of a colour, 0 to 255, by the weights of ITU-R BT.601 in 256ths. */
public final class Grey {
    private static final int RED = 77;
    private static final int GREEN = 150;
    private static final int BLUE = 29;

    private Grey() {}

    public static int of(int rgb) {
        return (RED * (rgb >> 16 & 0xff) + GREEN * (rgb >> 8 & 0xff) + BLUE * (rgb & 0xff) + 128) >> 8;
    }

    /** The sum of greys, with fractions, of pixels whose channels have these sums. */
    public static double ofSums(int red, int green, int blue) {
        return (RED * (double) red + GREEN * (double) green + BLUE * (double) blue) / 256;
    }

    /** The sum of the greys, with fractions, of the pixels from one index to another; less than a million. */
    public static double ofSums(int[] pixels, int from, int to) {
        int red = 0;
        int green = 0;
        int blue = 0;
        for (int i = from; i < to; i++) {
            int pixel = pixels[i];
            red += pixel >> 16 & 0xff;
            green += pixel >> 8 & 0xff;
            blue += pixel & 0xff;
        }
        return ofSums(red, green, blue);
    }

    /**
     * The greys of this many pixels; both arrays may be the same. The JVM can vectorise the loop, because both share
     * one index.
     */
    public static void of(int[] pixels, int[] greys, int from, int to) {
        for (int i = from; i < to; i++) {
            greys[i] = of(pixels[i]);
        }
    }

    /** The sum of the three channels' absolute differences, 0 to 765. */
    public static int colourDifference(int a, int b) {
        return Math.abs((a >> 16 & 0xff) - (b >> 16 & 0xff))
                + Math.abs((a >> 8 & 0xff) - (b >> 8 & 0xff))
                + Math.abs((a & 0xff) - (b & 0xff));
    }
}
