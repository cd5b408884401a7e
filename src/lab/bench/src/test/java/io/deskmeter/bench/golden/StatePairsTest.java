package io.deskmeter.bench.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.vision.template.TemplateException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two states that differ in a detail are told apart without loss, and through the codecs of which that is promised. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class StatePairsTest {
    /** Full and 16-bit colour, JPEG at level 5, and the codecs of RDP. */
    private static final Set<String> PROMISED = Set.of("raw", "rgb565", "tight-jpeg-5", "rdp-nscodec", "rdp-remotefx");

    /** At most so much stays open where the picture has loss. */
    private static final double UNDECIDED = 0.1;

    /** Much loss: a state may not be found, and none is taken for the other. */
    private static final Set<String> MUCH_LOSS = Set.of("tight-jpeg-1", "tight-jpeg-2", "tight-jpeg-3");

    static Stream<Codec> codecs() {
        return Codec.all().stream().filter(codec -> PROMISED.contains(codec.name()));
    }

    static Stream<Codec> muchLoss() {
        return Codec.all().stream().filter(codec -> MUCH_LOSS.contains(codec.name()));
    }

    private static StatePairCheck check(Codec codec) throws TemplateException {
        StatePairCheck check = new StatePairCheck();
        int seed = 0;
        for (StatePair pair : StatePairs.all()) {
            check.check(pair, seed % 2 == 0 ? Theme.LIGHT : Theme.DARK, codec, seed);
            seed++;
        }
        return check;
    }

    @ParameterizedTest
    @MethodSource("muchLoss")
    void noneIsTakenForTheOtherHoweverMuchIsLost(Codec codec) throws Exception {
        StatePairCheck check = check(codec);
        assertThat(check.wrong()).isEmpty();
        assertThat((double) check.missed().size() + check.undecided().size())
                .as("%s %s", check.missed(), check.undecided())
                .isLessThanOrEqualTo(UNDECIDED * check.shown());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void statesAreToldApart(Codec codec) throws Exception {
        StatePairCheck check = check(codec);
        assertThat(check.shown()).isGreaterThan(90);
        assertThat(check.missed()).isEmpty();
        assertThat(check.wrong()).isEmpty();
        double most = codec.name().equals("raw") ? 0 : UNDECIDED * check.shown();
        assertThat((double) check.undecided().size())
                .as("%s", check.undecided())
                .isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void statesThatAreNoLandmarksAreNotTakenForOneThatIs(Codec codec) throws Exception {
        StatePairCheck check = new StatePairCheck();
        int seed = 0;
        for (StatePair pair : StatePairs.all()) {
            check.checkAlone(pair, seed % 2 == 0 ? Theme.LIGHT : Theme.DARK, codec, seed);
            seed++;
        }
        assertThat(check.missed()).isEmpty();
        assertThat(check.wrong()).isEmpty();
    }
}
