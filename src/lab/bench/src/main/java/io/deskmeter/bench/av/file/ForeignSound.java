package io.deskmeter.bench.av.file;

import io.deskmeter.sound.analysis.ReferenceSound;
import java.util.Random;

/** Sounds that are not the clip's. */
enum ForeignSound {
    /** Notes that glide, as those of the clip, but others. */
    OTHER_NOTES("other gliding notes") {
        @Override
        double[] second(Random random) {
            ReferenceSound other = ReferenceSound.of(1_000 + random.nextInt(1_000_000), 4);
            return Pcm.mono(Pcm.of(other, random.nextInt(other.frames()), Pcm.RATE));
        }
    },
    /** Chords of four notes with overtones, two a second. */
    CHORDS("chords") {
        @Override
        double[] second(Random random) {
            double[] second = new double[Pcm.RATE];
            for (int chord = 0; chord < 2; chord++) {
                for (int note = 0; note < 4; note++) {
                    double pitch = 110 * Math.pow(2, random.nextInt(36) / 12.0);
                    for (int overtone = 1; overtone <= 4; overtone++) {
                        add(second, chord * Pcm.RATE / 2, pitch * overtone, 0.06 / overtone, random);
                    }
                }
            }
            return second;
        }

        private void add(double[] second, int from, double pitch, double level, Random random) {
            double phase = 2 * Math.PI * random.nextDouble();
            for (int i = 0; i < Pcm.RATE / 2; i++) {
                double fades = Math.exp(-3.0 * i / Pcm.RATE);
                second[from + i] += level * fades * Math.sin(phase + 2 * Math.PI * pitch * i / Pcm.RATE);
            }
        }
    },
    NOISE("white noise") {
        @Override
        double[] second(Random random) {
            return random.doubles(Pcm.RATE, -0.3, 0.3).toArray();
        }
    };

    private final String title;

    ForeignSound(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** A second, mono, −1 to 1. */
    abstract double[] second(Random random);
}
