package io.deskmeter.bench.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairPicturesTest {
    private static final int KINDS = 9;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    @Test
    void a_seed_draws_the_same_pairs_again_and_another_one_others() {
        List<NearPair> once = OwnPairs.of(7, 2);
        List<NearPair> again = OwnPairs.of(7, 2);
        List<NearPair> others = OwnPairs.of(8, 2);
        int equal = 0;
        for (int i = 0; i < once.size(); i++) {
            assertThat(pixels(again.get(i).first()))
                    .isEqualTo(pixels(once.get(i).first()));
            assertThat(pixels(again.get(i).second()))
                    .isEqualTo(pixels(once.get(i).second()));
            equal += pixels(others.get(i).first()).length == pixels(once.get(i).first()).length ? 1 : 0;
        }
        assertThat(equal).isLessThan(once.size());
    }

    @Test
    void every_pair_has_its_own_name_one_size_and_a_difference() {
        List<NearPair> pairs = OwnPairs.of(1, 5);
        assertThat(pairs).hasSize(KINDS * 5);
        assertThat(pairs.stream().map(NearPair::name).distinct()).hasSize(pairs.size());
        for (NearPair pair : pairs) {
            assertThat(pair.second().getWidth()).isEqualTo(pair.first().getWidth());
            assertThat(pair.second().getHeight()).isEqualTo(pair.first().getHeight());
            assertThat(pixels(pair.second())).as(pair.name()).isNotEqualTo(pixels(pair.first()));
        }
    }

    @Test
    void handed_pairs_are_read_by_name_from_the_folder_or_from_its_first_order() throws IOException {
        for (String name : List.of("tick", "digit")) {
            save(folder.resolve("ab").resolve(name), "a", 10);
            save(folder.resolve("ab").resolve(name), "b", 12);
        }
        Files.createDirectories(folder.resolve("ab/empty"));
        assertThat(HandedPairs.in(folder)).extracting(NearPair::name).containsExactly("digit", "tick");
        NearPair first = HandedPairs.in(folder.resolve("ab")).get(0);
        assertThat(first.first().getWidth()).isEqualTo(10);
        assertThat(first.second().getWidth()).isEqualTo(12);
        assertThat(first.bothWays().get(1).first().getWidth()).isEqualTo(12);
    }

    @Test
    void a_folder_without_pairs_and_a_pair_without_its_second_picture_are_refused() throws IOException {
        assertThatThrownBy(() -> HandedPairs.in(folder)).hasMessageContaining("--pairs: " + folder + " has none");
        save(folder.resolve("half"), "a", 10);
        assertThatThrownBy(() -> HandedPairs.in(folder)).hasMessageContaining("b.png is missing");
    }

    private static void save(Path pair, String which, int width) throws IOException {
        Path landmarks = Files.createDirectories(pair.resolve("landmarks"));
        ImageIO.write(
                new BufferedImage(width, 8, BufferedImage.TYPE_INT_RGB),
                "png",
                landmarks.resolve(which + ".png").toFile());
    }
}
