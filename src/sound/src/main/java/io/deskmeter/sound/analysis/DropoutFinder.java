package io.deskmeter.sound.analysis;

import java.util.ArrayList;
import java.util.List;

/** Finds where nothing is heard although the reference sounds. */
public final class DropoutFinder {
    private static final int RATE = 48_000;
    /** −50 dB of full scale. */
    private static final double SILENT = 0.00316;
    /** −35 dB of full scale. */
    private static final double AUDIBLE = 0.0178;
    /** 5 ms. */
    private static final int SHORTEST = RATE / 200;

    private DropoutFinder() {}

    /**
     * A part of the sound that was not heard.
     *
     * @param start first silent sample frame of what was heard
     * @param frames how long it is silent
     */
    public record Dropout(int start, int frames) {}

    /**
     * All dropouts.
     *
     * @param heard mono, −1 to 1
     * @param position of the reference at the first sample frame of what was heard, as the lag tells
     */
    public static List<Dropout> find(double[] heard, ReferenceSound reference, long position) {
        List<Dropout> dropouts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= heard.length; i++) {
            if (i == heard.length || Math.abs(heard[i]) >= SILENT) {
                if (i - start >= SHORTEST && isAudible(reference, position + start, i - start)) {
                    dropouts.add(new Dropout(start, i - start));
                }
                start = i + 1;
            }
        }
        return dropouts;
    }

    private static boolean isAudible(ReferenceSound reference, long from, int frames) {
        double square = 0;
        for (int i = 0; i < frames; i++) {
            double value = reference.mono(from + i);
            square += value * value;
        }
        return Math.sqrt(square / frames) > AUDIBLE;
    }
}
