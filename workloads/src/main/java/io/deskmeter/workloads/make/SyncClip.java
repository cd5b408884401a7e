package io.deskmeter.workloads.make;

import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workloads.make.format.Yuv;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import io.deskmeter.workloads.make.picture.Texture;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The clip {@link ReferenceClip#SYNC}: its sound is the reference sound, and each frame has a marker on one of two
 * rails, whose place is the number of the frame. Below, a landscape moves, so that the clip is work for codecs; in two
 * seconds it has a landmark.
 *
 * <p>{@link #main} writes frames (YUV4MPEG2) and sound (WAV) without compression. The clip itself is made of them by an
 * encoder, so its bytes are not those of this program; the command stands in
 * {@code docs/decisions/0044-sound-and-picture-of-a-clip.md}.
 */
public final class SyncClip {
    static final ReferenceClip CLIP = ReferenceClip.SYNC;
    static final int WIDTH = CLIP.width();
    static final int HEIGHT = CLIP.height();
    /** Frames with a landmark, from each second that has one. */
    static final int HELD = CLIP.framesPerSecond();
    /** The first frame of the second with the landmark that ends the measured part. */
    static final int MARK = 20 * CLIP.framesPerSecond();

    static final int LANDMARK_X = CLIP.landmarkX() - SyncClip.MARGIN;
    static final int LANDMARK_Y = CLIP.landmarkY() - SyncClip.MARGIN;
    /** The edge of a landmark is painted, but not looked for. */
    static final int MARGIN = 4;

    private static final int DARK = 40;
    private static final int LIGHT = 210;
    private static final int WAV_HEAD = 44;

    private final Texture texture = new Texture(20261123);

    /**
     * Writes both.
     *
     * @param args the file of the frames, and that of the sound
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException(
                    "arguments: " + args.length + " (expected: the file of the frames, and that of the sound)");
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20)) {
            new SyncClip().write(out);
        }
        Files.write(Path.of(args[1]), sound());
    }

    /** What the first second shows, from frame 0 on. */
    static Picture start() {
        return DrawnLandmark.of(711);
    }

    /** What the second from frame {@link #MARK} on shows. */
    static Picture mark() {
        return DrawnLandmark.of(712);
    }

    private void write(OutputStream out) throws IOException {
        out.write(Yuv.head(WIDTH, HEIGHT, CLIP.framesPerSecond()));
        for (int n = 0; n < CLIP.frames(); n++) {
            out.write(Yuv.frameHead());
            out.write(frame(n));
        }
    }

    /** The planes Y, U and V of a frame. */
    byte[] frame(int n) {
        byte[] planes = new byte[WIDTH * HEIGHT * 3 / 2];
        Arrays.fill(planes, WIDTH * HEIGHT, planes.length, (byte) 128);
        int below = CLIP.railTops().get(1) + CLIP.railHeight() + CLIP.railTops().get(0);
        Arrays.fill(planes, 0, below * WIDTH, (byte) DARK);
        for (int y = below; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                planes[y * WIDTH + x] = (byte) (40 + texture.at(x + 2 * n, y + n / 2) / 2);
            }
        }
        int left = CLIP.markerLeft(n);
        int top = CLIP.railTops().get(CLIP.railOf(n));
        for (int y = top; y < top + CLIP.railHeight(); y++) {
            Arrays.fill(planes, y * WIDTH + left, y * WIDTH + left + CLIP.markerWidth(), (byte) LIGHT);
        }
        if (n < HELD) {
            Yuv.paint(planes, WIDTH, HEIGHT, start(), LANDMARK_X, LANDMARK_Y);
        } else if (n >= MARK && n < MARK + HELD) {
            Yuv.paint(planes, WIDTH, HEIGHT, mark(), LANDMARK_X, LANDMARK_Y);
        }
        return planes;
    }

    /** All of the sound as a WAV file: 16-bit stereo. */
    static byte[] sound() throws IOException {
        ReferenceSound reference = ReferenceSound.of(CLIP.soundSeed(), CLIP.seconds());
        int channels = ReferenceSound.FORMAT.channels();
        int rate = ReferenceSound.FORMAT.rate();
        int bytes = reference.frames() * channels * 2;
        ByteBuffer head = ByteBuffer.allocate(WAV_HEAD).order(ByteOrder.LITTLE_ENDIAN);
        head.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(WAV_HEAD - 8 + bytes);
        head.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
        head.putShort((short) 1).putShort((short) channels).putInt(rate).putInt(rate * channels * 2);
        head.putShort((short) (channels * 2)).putShort((short) 16);
        head.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(bytes);
        ByteBuffer samples = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < reference.frames(); i++) {
            for (int channel = 0; channel < channels; channel++) {
                samples.putShort(reference.sample(i, channel));
            }
        }
        ByteArrayOutputStream wav = new ByteArrayOutputStream();
        wav.write(head.array());
        wav.write(samples.array());
        return wav.toByteArray();
    }
}
