package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A told layout against the keyboard of the desktop. */
class LayoutComparisonTest {
    @TempDir
    Path root;

    private static KeyboardTable keyboard(String name) {
        KeyboardLayout layout = KeyboardLayout.of(name).orElseThrow();
        return key -> layout.keys().entrySet().stream()
                .filter(entry -> new KeyPosition(
                                entry.getValue().scancode(),
                                entry.getValue().shift(),
                                entry.getValue().altGr())
                        .equals(key))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(0);
    }

    private LayoutComparison comparison(String told, String step) throws Exception {
        Path folder = Files.createDirectories(root.resolve("set/notes"));
        Files.createDirectories(folder.resolve("landmarks"));
        ImageIO.write(
                new BufferedImage(64, 32, BufferedImage.TYPE_INT_RGB),
                "png",
                folder.resolve("landmarks/t.png").toFile());
        Files.writeString(folder.resolve("workload.yaml"), """
                title: Notes
                application: { linux: [notes] }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/t.png } }
                  - { id: type, group: A, do: { %s }, until: { appears: landmarks/t.png } }
                """.formatted(step));
        WorkloadCatalog catalog = WorkloadCatalog.open(root);
        RunProfile profile = RunProfiles.parse("p.yaml", """
                id: p
                title: P
                workloads: { id: w, workloads: [set/notes], iterations: 1, steady: { skipFirst: 0, skipLast: 0 }, think: { mean: 0s }, seed: 1 }
                target: { rdp: { hosts: [h], accounts: a, certificate: any, keyboard: { layout: %s } } }
                load: { fixed: { sessions: 1 } }
                thresholds: { A: 1s, B: 6s }
                """.formatted(told), catalog);
        return new LayoutComparison(profile, catalog.loadAll(profile.workloads().workloads()));
    }

    private static Optional<String> refusal(LayoutComparison comparison, String real) {
        return comparison.isNeeded() ? comparison.refusal(Optional.of(keyboard(real))) : Optional.empty();
    }

    /** Keyboards without Latin letters have other letters where all others have the o. */
    @ParameterizedTest
    @CsvSource({
        "us, 'type: zebra', de",
        "us, 'type: hello', ru",
        "us, 'type: hello', gr",
        "us, 'type: ox', ua",
        "de, 'type: hello', ru",
        "us, 'keys: ctrl+z', de",
        "us, 'keys: ctrl+comma', fr",
        "us, 'keys: period', fr",
        "us, 'keys: ctrl+shift+2', de",
        "us, 'keys: shift+7', de",
        "ru, 'type: привет', us",
        "ru, 'type: ты', ua"
    })
    void whatArrivesAsSomethingElseIsRefused(String told, String step, String real) throws Exception {
        LayoutComparison comparison = comparison(told, step);
        assertThat(refusal(comparison, real))
                .get()
                .asString()
                .startsWith("keyboard: the profile says " + told + ", and this desktop has another layout: ")
                .contains(" (expected: ");
        assertThat(refusal(comparison, told)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "us, 'keys: ctrl+s', ru",
        "us, 'keys: ctrl+S', ru",
        "us, 'keys: Return', gr",
        "us, 'keys: ctrl+space', ru",
        "us, 'type: \" \"', ru"
    })
    void whatAllKeyboardsHaveOnTheSameKeyIsTyped(String told, String step, String real) throws Exception {
        assertThat(refusal(comparison(told, step), real)).isEmpty();
    }
}
