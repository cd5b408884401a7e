package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is read has a canonical form that means the same: agents and the store read that form only. */
@Tag("slow")
class CanonicalFormTest {
    private static final String PROFILE = """
            workloads: { workloads: [office/writer] }
            load: { fixed: { sessions: 1 } }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "expect: { frame-gap: <= 999999999m }",
                "expect: { frame-gap: <= 1000000s }",
                "expect: { frame-gap: <= 999999s }",
                "expect: { frame-gap: <= 0.00000000000000001 }",
                "expect: { frame-gap: <= 0.00000000000000010 }",
                "limits: { frame-gap: 999999999m }",
                "limits: { frame-gap: 1000000000 }",
                "limits: { frame-gap: 16666m }"
            })
    void whatIsReadHasACanonicalFormThatIsReadToo(String limit) throws InvalidDocumentException {
        RunProfile profile;
        try {
            profile = parse(PROFILE + limit);
        } catch (InvalidDocumentException refused) {
            assertThat(refused).hasMessageContaining("expected");
            return;
        }
        assertThat(parse(RunProfiles.write(profile))).isEqualTo(profile);
    }

    @Test
    void anExpectationOfAnyNumberHasACanonicalFormThatIsReadToo() throws InvalidDocumentException {
        Random random = new Random(41);
        for (int i = 0; i < 2_000; i++) {
            String digits = IntStream.range(0, 17)
                    .mapToObj(at -> String.valueOf(random.nextInt(10)))
                    .collect(Collectors.joining());
            String number = "0." + "0".repeat(random.nextInt(4)) + digits;
            RunProfile profile = parse(PROFILE + "expect: { frame-gap: '<= " + number.substring(0, 19) + "' }");
            assertThat(SampleCatalog.problemsOf(() -> parse(RunProfiles.write(profile))))
                    .as(number)
                    .isEmpty();
            assertThat(parse(RunProfiles.write(profile))).as(number).isEqualTo(profile);
        }
    }

    /**
     * What ends a line, or is no character by itself, is not kept by the writer, or not by those that store and show
     * it.
     */
    @Test
    void textOfAnyCharacterIsRefusedOrHasACanonicalFormThatIsReadToo() {
        List<String> others = new ArrayList<>();
        IntStream.rangeClosed(0, 0x10_FFFF)
                .filter(c -> c < 0x300
                        || (c >= 0x1FF0 && c < 0x2070)
                        || (c >= 0xD7F8 && c < 0xD808)
                        || (c >= 0xDFF8 && c < 0xE008)
                        || (c >= 0xFEF8 && c < 0x1_0008)
                        || c % 0xF_FFFF == 0)
                .forEach(c -> {
                    for (String text : List.of("%sb", "a%sb", "a%s", "a %s b", "a%s  b")) {
                        String yaml = PROFILE + "target: { viewer: { command: [v, \""
                                + text.formatted("\\U%08X".formatted(c))
                                + "\"], hosts: [a], keyboard: { layout: us } } }";
                        RunProfile profile;
                        try {
                            profile = parse(yaml);
                        } catch (InvalidDocumentException refused) {
                            continue;
                        }
                        try {
                            if (!parse(RunProfiles.write(profile)).equals(profile)) {
                                others.add("%X in %s: another one".formatted(c, text));
                            }
                        } catch (InvalidDocumentException e) {
                            others.add("%X in %s: %s".formatted(c, text, e.getMessage()));
                        }
                    }
                });
        assertThat(others).isEmpty();
        assertThat(problems(PROFILE
                        + "target: { viewer: { command: [v, \"\\u00e4\"], hosts: [a], keyboard: { layout: us } } }"))
                .isEmpty();
    }

    @Test
    void halvesOfSurrogatePairsAreNoText() {
        assertThat(problems(PROFILE + "title: \"a\\ud800b\""))
                .singleElement()
                .asString()
                .contains("halves of surrogate pairs");
    }

    private static List<String> problems(String yaml) {
        return SampleCatalog.problemsOf(() -> parse(yaml));
    }

    private static RunProfile parse(String yaml) throws InvalidDocumentException {
        return RunProfiles.parseSelfContained("p.yaml", yaml);
    }
}
