package io.deskmeter.sound.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

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
        return silences(heard).stream()
                .filter(silence -> isAudible(reference, position + silence.start, silence.frames))
                .toList();
    }

    /** All parts of at least 5 ms in which nothing is heard, in their order. */
    public static List<Dropout> silences(double[] heard) {
        List<Dropout> silences = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= heard.length; i++) {
            if (i == heard.length || isAudible(heard[i])) {
                if (i - start >= SHORTEST) {
                    silences.add(new Dropout(start, i - start));
                }
                start = i + 1;
            }
        }
        return silences;
    }

    /** The first sample that is heard. */
    public static OptionalInt firstAudible(double[] heard) {
        return IntStream.range(0, heard.length).filter(i -> isAudible(heard[i])).findFirst();
    }

    private static boolean isAudible(double sample) {
        return Math.abs(sample) >= SILENT;
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
