package io.deskmeter.agent.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.ProfilePictures;
import io.deskmeter.workload.yaml.RunProfiles;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedWorkloadsTest {
    private static final String ONE = "ab".repeat(32);
    private static final String OTHER = "12".repeat(32);

    @TempDir
    Path folder;

    @Test
    void withoutAListAllAreAccepted() {
        assertThat(AcceptedWorkloads.of(null).refusal(Map.of("a/b", ONE))).isEmpty();
        assertThat(AcceptedWorkloads.all().list()).isEmpty();
    }

    @Test
    void thoseOfTheListAreAcceptedAsItIsNow() throws Exception {
        Path list = Files.writeString(
                folder.resolve("list"), "# ours\n\n" + ONE.toUpperCase(Locale.ROOT) + "  a/b # the first\n");
        AcceptedWorkloads accepted = AcceptedWorkloads.of(list);
        assertThat(accepted.refusal(Map.of("a/b", ONE))).isEmpty();
        assertThat(accepted.refusal(Map.of("another name", ONE)))
                .as("the content counts")
                .isEmpty();
        assertThat(accepted.refusal(Map.of("a/b", ONE, "a/c", OTHER)).orElseThrow())
                .isEqualTo(
                        "workload: a/c with checksum 121212121212… is not accepted by this agent (expected: one of the 1 in "
                                + list
                                + "; hint: who runs this machine can add its line of ./deskmeter workload checksums)");
        Files.writeString(list, OTHER);
        assertThat(accepted.refusal(Map.of("a/c", OTHER))).isEmpty();
        assertThat(accepted.refusal(Map.of("a/b", ONE))).isPresent();
        Files.writeString(list, "");
        assertThat(accepted.refusal(Map.of("a/c", OTHER))).isPresent();
        Files.delete(list);
        assertThat(accepted.refusal(Map.of("a/c", OTHER)).orElseThrow()).contains("is no file (expected: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"office/writer", "abcd  office/writer", "gg", "ABAB ABAB"})
    void aListThatIsNoneIsRefusedAtTheStart(String text) throws Exception {
        Path list = Files.writeString(folder.resolve("list"), ONE + "\n" + text + "\n");
        assertThatThrownBy(() -> AcceptedWorkloads.of(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2 has no checksum (expected: ");
    }

    @Test
    void aListThatIsNotThereIsRefusedAtTheStart() {
        assertThatThrownBy(() -> AcceptedWorkloads.of(folder.resolve("none")))
                .hasMessageContaining("is no file (expected: ");
        assertThatThrownBy(() -> AcceptedWorkloads.of(folder)).hasMessageContaining("is no file (expected: ");
    }

    /** They may type anything into a desktop: into a terminal that a hotkey opens, too. */
    @Test
    void handlersOfRunProfilesAreNotAcceptedWithAList() throws Exception {
        BufferedImage picture = new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(3, 3, 0xFFFFFF);
        ImageIO.write(picture, "png", folder.resolve("consent.png").toFile());
        String yaml = """
                workloads: { workloads: [office/writer] }
                mode: remote
                target: { vnc: { hosts: [a] }, handlers: [{ when: { appears: consent.png }, do: [{ type: "rm -r ." }, { keys: Return }] }] }
                load: { fixed: { sessions: 1 } }
                """;
        RunProfile profile =
                RunProfiles.parseSelfContained("test.yaml", ProfilePictures.inline(yaml, folder.resolve("test.yaml")));
        assertThat(AcceptedWorkloads.all().refusal(profile)).isEmpty();
        Path list = Files.writeString(folder.resolve("list"), ONE);
        assertThat(AcceptedWorkloads.of(list).refusal(profile).orElseThrow())
                .startsWith("handlers: 1 of the run profile are not accepted by this agent (expected: none");
    }
}
