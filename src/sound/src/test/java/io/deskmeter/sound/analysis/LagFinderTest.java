package io.deskmeter.sound.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sounds whose lag is known. */
@Tag("slow")
class LagFinderTest {
    private static final int RATE = 48_000;
    private static final int LOOP_SECONDS = 18;
    private static final double TOLERANCE_NANOS = 100_000;

    private static final ReferenceSound REFERENCE = ReferenceSound.of(1, LOOP_SECONDS);

    private final LagFinder finder = new LagFinder(REFERENCE);

    /** A second of the reference from a position on, which may lie between two samples; linear in between. */
    private double[] heard(double from) {
        double[] heard = new double[LagFinder.WINDOW];
        for (int i = 0; i < heard.length; i++) {
            long whole = (long) Math.floor(from + i);
            double part = from + i - (double) whole;
            heard[i] = (1 - part) * REFERENCE.mono(whole) + part * REFERENCE.mono(whole + 1);
        }
        return heard;
    }

    private static Lag.Known known(Lag lag) {
        assertThat(lag).isInstanceOf(Lag.Known.class);
        return (Lag.Known) lag;
    }

    @Test
    void delaysFromHalfASecondEarlyToFifteenSecondsLate() {
        Random random = new Random(3);
        for (int i = 0; i < 8; i++) {
            double delay = -0.5 + 15.5 * random.nextDouble();
            long expected = random.nextInt(2 * REFERENCE.frames());
            Lag.Known lag = known(finder.find(heard(expected - delay * RATE), expected));
            assertThat(lag.nanos() / 1e9).as("delay " + delay).isCloseTo(delay, within(TOLERANCE_NANOS / 1e9));
            assertThat(Math.abs(lag.nanos() - delay * 1e9))
                    .as("within its uncertainty")
                    .isLessThanOrEqualTo((double) lag.uncertainty());
            assertThat(lag.uncertainty()).isLessThan((long) TOLERANCE_NANOS);
        }
    }

    @Test
    void aLagThatIsKnownIsFollowed() {
        long expected = 7 * RATE + 1;
        Lag.Known before = new Lag.Known(13_000_000_000L, 0, 1);
        for (double delay : new double[] {13.0, 13.5, 11.2, 15.3}) {
            Lag.Known lag = known(finder.find(heard(expected - delay * RATE), expected, before));
            assertThat(lag.nanos() / 1e9).isCloseTo(delay, within(TOLERANCE_NANOS / 1e9));
        }
    }

    @Test
    void noiseAndLevelDoNotMatter() {
        Random random = new Random(4);
        double[] heard = heard(100_000);
        for (int i = 0; i < heard.length; i++) {
            heard[i] = 0.1 * heard[i] + 0.005 * random.nextGaussian();
        }
        Lag.Known lag = known(finder.find(heard, 100_000 + 480));
        assertThat((double) lag.nanos()).isCloseTo(10_000_000, within(TOLERANCE_NANOS));
        assertThat(lag.correlation()).isLessThan(0.95);
    }

    @Test
    void foreignMusicIsUnknown() {
        ReferenceSound foreign = ReferenceSound.of(100, 10);
        for (int second = 0; second < 6; second++) {
            double[] heard = new double[LagFinder.WINDOW];
            for (int i = 0; i < heard.length; i++) {
                heard[i] = foreign.mono(second * RATE + i);
            }
            Lag lag = finder.find(heard, 0);
            assertThat(lag)
                    .isInstanceOfSatisfying(
                            Lag.Unknown.class,
                            unknown -> assertThat(unknown.reason()).startsWith("not the reference sound"));
        }
    }

    /** What is missing is told as dropouts; it does not make the rest unknown. */
    @Test
    void aSecondWithGapsIsFoundByWhatIsHeardOfIt() {
        for (int silent : new int[] {100, 500, 800, 890}) {
            double[] heard = heard(70_000);
            Arrays.fill(heard, 1_000, 1_000 + silent * 48, 0);
            for (Lag found : new Lag[] {
                finder.find(heard, 70_000 + 48), finder.find(heard, 70_000 + 48, new Lag.Known(1_000_000, 0, 1))
            }) {
                Lag.Known lag = known(found);
                assertThat((double) lag.nanos()).as(silent + " ms").isCloseTo(1_000_000, within(TOLERANCE_NANOS));
                assertThat(lag.correlation()).isGreaterThan(0.99);
            }
        }
        double[] little = heard(70_000);
        Arrays.fill(little, 0, 910 * 48, 0);
        assertThat(finder.find(little, 70_000))
                .isInstanceOfSatisfying(
                        Lag.Unknown.class,
                        unknown -> assertThat(unknown.reason())
                                .isEqualTo("only 90 ms of the second are not silent (expected: 100 or more)"));
    }

    /** A silence delays what follows, or sound is left out: as a whole such a second is at two places. */
    @Test
    void aDelayThatChangesOnceIsThatOfTheLongerPart() {
        int late = 48;
        for (int silence : new int[] {0, 140 * 48}) {
            for (int change : new int[] {-200 * 48, -10 * 48, 10 * 48, 140 * 48, 2 * RATE}) {
                for (int step : new int[] {16_000, 22_000, 27_000, 30_000}) {
                    double[] heard = heard(70_000);
                    double[] behind = heard(70_000 - change);
                    System.arraycopy(behind, step, heard, step, RATE - step);
                    Arrays.fill(heard, step, step + silence, 0);
                    int expected = step > RATE - step - silence ? late : late + change;
                    for (Lag found : new Lag[] {
                        finder.find(heard, 70_000 + late),
                        finder.find(heard, 70_000 + late, new Lag.Known(1_000_000, 0, 1))
                    }) {
                        Lag.Known lag = known(found);
                        assertThat(lag.nanos() * (RATE / 1e9))
                                .as("%d frames later at %d, %d silent", change, step, silence)
                                .isCloseTo(expected, within(1 + lag.uncertainty() * (RATE / 1e9)));
                        assertThat((double) lag.uncertainty()).isLessThan(300_000);
                    }
                }
            }
        }
    }

    @Test
    void silenceAndTwoSoundsAreUnknown() {
        assertThat(finder.find(new double[LagFinder.WINDOW], 0))
                .isInstanceOfSatisfying(
                        Lag.Unknown.class,
                        unknown -> assertThat(unknown.reason()).startsWith("nothing heard: level -180.0 dB"));
        double[] twice = heard(50_000);
        double[] echo = heard(30_000);
        for (int i = 0; i < twice.length; i++) {
            twice[i] += 0.9 * echo[i];
        }
        assertThat(finder.find(twice, 50_000))
                .isInstanceOfSatisfying(
                        Lag.Unknown.class,
                        unknown -> assertThat(unknown.reason()).startsWith("heard at two places"));
    }

    @Test
    void dropoutsAreFoundWhereTheyAre() {
        assertThat(DropoutFinder.find(heard(5_000), REFERENCE, 5_000))
                .as("none in a clean second")
                .isEmpty();
        for (int millis : new int[] {5, 10, 23, 46, 60, 200}) {
            double[] heard = heard(5_000);
            int frames = millis * 48;
            Arrays.fill(heard, 9_000, 9_000 + frames, 0);
            assertThat(DropoutFinder.find(heard, REFERENCE, 5_000))
                    .singleElement()
                    .satisfies(dropout -> {
                        assertThat(dropout.start()).isCloseTo(9_000, within(96));
                        assertThat(dropout.frames()).isCloseTo(frames, within(96));
                    });
        }
    }

    @Test
    void theReferenceIsWhatItSays() {
        double square = 0;
        for (int i = 0; i < REFERENCE.frames(); i++) {
            square += Math.pow(REFERENCE.sample(i, 0) / 32_767.0, 2);
        }
        assertThat(Math.sqrt(square / REFERENCE.frames())).isCloseTo(0.1, within(0.001));
        assertThat(ReferenceSound.of(1, LOOP_SECONDS).sample(12_345, 1)).isEqualTo(REFERENCE.sample(12_345, 1));
        assertThat(REFERENCE.sample(-1, 0)).isEqualTo(REFERENCE.sample(REFERENCE.frames() - 1L, 0));
    }
}
