package io.deskmeter.workloads.make;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workloads.make.picture.Picture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ClipTest {
    private static final Path CLIP = Path.of("video/play/content/clip.mp4");

    private final Clip clip = new Clip();

    @Test
    void its_landmarks_are_shown_in_the_first_and_the_last_second_only() {
        for (int n : new int[] {0, Clip.HELD - 1}) {
            assertThat(distance(clip.frame(n), Clip.start())).isLessThan(4);
        }
        for (int n : new int[] {Clip.FRAMES - Clip.HELD, Clip.FRAMES - 1}) {
            assertThat(distance(clip.frame(n), Clip.end())).isLessThan(4);
        }
        for (int n = Clip.HELD; n < Clip.FRAMES - Clip.HELD; n += 7) {
            byte[] frame = clip.frame(n);
            assertThat(distance(frame, Clip.start())).as("frame %d", n).isGreaterThan(24);
            assertThat(distance(frame, Clip.end())).as("frame %d", n).isGreaterThan(24);
        }
    }

    @Test
    void something_moves_in_every_frame_between_them() {
        byte[] before = clip.frame(Clip.HELD - 1);
        for (int n = Clip.HELD; n < Clip.FRAMES - Clip.HELD; n++) {
            byte[] frame = clip.frame(n);
            int changed = 0;
            for (int i = 0; i < Clip.WIDTH * Clip.HEIGHT; i++) {
                changed += frame[i] == before[i] ? 0 : 1;
            }
            assertThat(changed).as("pixels that change in frame %d", n).isGreaterThan(Clip.WIDTH * Clip.HEIGHT / 20);
            before = frame;
        }
    }

    /**
     * The encoder's bytes are its own; that it has encoded all frames of this size is said in the head of the file (ISO
     * 14496-12).
     */
    @Test
    void the_encoded_clip_has_its_length_and_size() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(CLIP));
        int header = box(file, "mvhd");
        double seconds = (double) file.getInt(header + 20) / file.getInt(header + 16);
        assertThat(seconds).isBetween(20.0, 20.1);
        int track = box(file, "tkhd");
        assertThat(file.getInt(track + 80) >> 16).isEqualTo(Clip.WIDTH);
        assertThat(file.getInt(track + 84) >> 16).isEqualTo(Clip.HEIGHT);
    }

    @Test
    void the_clip_beside_which_is_dragged_is_the_same() {
        assertThat(Path.of("ue/drag-over-video/content/clip.mp4")).hasSameBinaryContentAs(CLIP);
    }

    /** The index of the type of the first box of that type. */
    private static int box(ByteBuffer file, String type) {
        int wanted = ByteBuffer.wrap(type.getBytes(StandardCharsets.US_ASCII)).getInt();
        for (int i = 0; i + 4 <= file.limit(); i++) {
            if (file.getInt(i) == wanted) {
                return i;
            }
        }
        throw new AssertionError(CLIP + ": no box " + type);
    }

    /** Mean difference of a pixel's brightness to that of the picture where the frames have it. */
    private static double distance(byte[] frame, Picture picture) {
        double sum = 0;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                int rgb = picture.at(x, y);
                double grey = 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
                int luma = frame[(Clip.LANDMARK_Y + y) * Clip.WIDTH + Clip.LANDMARK_X + x] & 255;
                sum += Math.abs(grey - (luma - 16) * 255.0 / 219);
            }
        }
        return sum / (picture.width() * picture.height());
    }
}
