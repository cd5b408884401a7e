package io.deskmeter.workloads.make;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workloads.make.picture.Picture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SyncClipTest {
    private static final Path FILE = Path.of("av/sync/content/clip.mp4");
    private static final ReferenceClip CLIP = SyncClip.CLIP;

    private final SyncClip clip = new SyncClip();

    @Test
    void each_frame_has_its_marker_and_no_other_light_place_on_the_rails() {
        for (int n = 0; n < CLIP.frames(); n += 13) {
            byte[] frame = clip.frame(n);
            for (int rail = 0; rail < 2; rail++) {
                int row = CLIP.railTops().get(rail) + CLIP.railHeight() / 2;
                for (int x = 0; x < CLIP.width(); x++) {
                    int from = CLIP.markerLeft(n);
                    boolean light = CLIP.railOf(n) == rail && x >= from && x < from + CLIP.markerWidth();
                    assertThat(frame[row * CLIP.width() + x] & 255)
                            .as("frame %d, rail %d, column %d", n, rail, x)
                            .isEqualTo(light ? 210 : 40);
                }
            }
        }
    }

    @Test
    void its_landmarks_are_shown_for_a_second_each() {
        assertThat(shows(0, SyncClip.start())).isTrue();
        assertThat(shows(SyncClip.HELD - 1, SyncClip.start())).isTrue();
        assertThat(shows(SyncClip.HELD, SyncClip.start())).isFalse();
        assertThat(shows(SyncClip.MARK - 1, SyncClip.mark())).isFalse();
        assertThat(shows(SyncClip.MARK, SyncClip.mark())).isTrue();
        assertThat(shows(SyncClip.MARK + SyncClip.HELD - 1, SyncClip.mark())).isTrue();
        assertThat(shows(SyncClip.MARK + SyncClip.HELD, SyncClip.mark())).isFalse();
        Picture looked = SyncClip.start().inset(SyncClip.MARGIN);
        assertThat(looked.width()).isEqualTo(CLIP.landmarkWidth());
    }

    private boolean shows(int n, Picture picture) {
        byte[] frame = clip.frame(n);
        double sum = 0;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                int rgb = picture.at(x, y);
                double grey = 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
                int luma = frame[(SyncClip.LANDMARK_Y + y) * CLIP.width() + SyncClip.LANDMARK_X + x] & 255;
                sum += Math.abs(grey - (luma - 16) * 255.0 / 219);
            }
        }
        return sum / (picture.width() * picture.height()) < 4;
    }

    @Test
    void the_clip_can_be_repeated_without_a_seam() {
        assertThat(CLIP.frames() % (2 * CLIP.places())).isZero();
    }

    @Test
    void the_sound_is_a_file_of_its_length() throws IOException {
        ByteBuffer wav = ByteBuffer.wrap(SyncClip.sound()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(wav.capacity()).isEqualTo(44 + CLIP.seconds() * 48_000 * 4);
        assertThat(wav.getInt(4)).isEqualTo(wav.capacity() - 8);
        assertThat(wav.getInt(24)).isEqualTo(48_000);
        assertThat(wav.getInt(40)).isEqualTo(wav.capacity() - 44);
    }

    /** The encoder's bytes are its own; the head of the file says what it has encoded (ISO 14496-12). */
    @Test
    void the_encoded_clip_has_its_length_and_size() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(FILE));
        int header = box(file, "mvhd");
        double seconds = (double) file.getInt(header + 20) / file.getInt(header + 16);
        assertThat(seconds).isBetween((double) CLIP.seconds(), CLIP.seconds() + 0.05);
        int track = box(file, "tkhd");
        assertThat(file.getInt(track + 80) >> 16).isEqualTo(CLIP.width());
        assertThat(file.getInt(track + 84) >> 16).isEqualTo(CLIP.height());
    }

    /** The index of the type of the first box of that type. */
    private static int box(ByteBuffer file, String type) {
        int wanted = ByteBuffer.wrap(type.getBytes(StandardCharsets.US_ASCII)).getInt();
        for (int i = 0; i + 4 <= file.limit(); i++) {
            if (file.getInt(i) == wanted) {
                return i;
            }
        }
        throw new AssertionError(FILE + ": no box " + type);
    }
}
