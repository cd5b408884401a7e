package io.deskmeter.bench.av.file;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.screen.Frame;
import io.deskmeter.testkit.clip.ClipPainter;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.vision.tracking.FrameNumberReader;
import io.deskmeter.workload.operation.ReferenceClip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Check 8, its second part: the numbers of the frames of the real clip, scaled and coded again. */
public final class ScaledFramesCheck implements AvCheck {
    private static final int CHECK = 8;
    private static final List<Integer> SCALES = List.of(50, 67, 75, 100, 125, 150, 200);
    private static final double PERCENT = 100;
    private static final double MOST_UNREAD = 1;

    private final ReferenceClip clip = SimulatedClip.CLIP;

    /** How the picture reaches the screen. */
    private record Coding(String title, String suffix, List<String> options) {}

    private static final List<Coding> CODINGS = List.of(
            new Coding("not coded again", "", List.of()),
            new Coding("JPEG q 8, 4:2:0", "avi", List.of("-c:v", "mjpeg", "-q:v", "8", "-pix_fmt", "yuvj420p")),
            new Coding("JPEG q 20, 4:2:0", "avi", List.of("-c:v", "mjpeg", "-q:v", "20", "-pix_fmt", "yuvj420p")),
            new Coding(
                    "H.264 crf 23, 4:2:0",
                    "mp4",
                    List.of("-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p")),
            new Coding(
                    "H.264 crf 38, 4:2:0",
                    "mp4",
                    List.of("-c:v", "libx264", "-preset", "veryfast", "-crf", "38", "-pix_fmt", "yuv420p")));

    private static final class Count {
        private int read;
        private int misread;
        private int unread;

        private int all() {
            return read + misread + unread;
        }
    }

    @Override
    public String title() {
        return "numbers of frames that are scaled and coded";
    }

    @Override
    public void run(AvRun run) throws Exception {
        if (!Ffmpeg.isInstalled()) {
            run.add(new CheckRow(CHECK, "scaled frames").failed("ffmpeg is not installed"));
            return;
        }
        for (Coding coding : CODINGS) {
            for (int scale : run.quick() ? List.of(50, 200) : SCALES) {
                run.say("check 8: " + coding.title + " at " + scale + " %");
                CheckRow row = new CheckRow(CHECK, coding.title + " at " + scale + " %");
                try {
                    Count count = read(run, coding, scale);
                    double unread = PERCENT * count.unread / Math.max(1, count.all());
                    run.add(row.with("trials", count.all())
                            .with("misread", count.misread)
                            .with("unreadPct", unread)
                            .passes(
                                    count.all() == frames(run) && count.misread == 0 && unread <= MOST_UNREAD,
                                    "misread 0, unread <= 1 %"));
                } catch (IOException e) {
                    run.add(row.failed(String.valueOf(e.getMessage())));
                }
            }
        }
    }

    /** Usually each number once. */
    private int frames(AvRun run) {
        return run.trials(2 * clip.places(), 60);
    }

    private Count read(AvRun run, Coding coding, int scale) throws IOException, InterruptedException {
        // Codecs that halve the colours take even sizes only.
        int width = clip.width() * scale / 100 / 2 * 2;
        int height = clip.height() * scale / 100 / 2 * 2;
        int frames = frames(run);
        Ffmpeg ffmpeg = new Ffmpeg(run.folder());
        List<String> source = new ArrayList<>(List.of("-i", run.clip().toString()));
        List<String> scaled =
                List.of("-an", "-vf", "scale=" + width + ":" + height, "-frames:v", String.valueOf(frames));
        if (!coding.suffix.isEmpty()) {
            Path again = run.folder().resolve("again." + coding.suffix);
            source.addAll(scaled);
            source.addAll(coding.options);
            source.add(again.toString());
            ffmpeg.run(source);
            source = new ArrayList<>(List.of("-i", again.toString()));
        }
        source.addAll(scaled);
        source.addAll(List.of("-f", "rawvideo", "-pix_fmt", "bgra", "-"));
        Count count = new Count();
        FrameNumberReader rails = new FrameNumberReader(ClipPainter.layout(clip), width / (double) clip.width(), 0, 0);
        ffmpeg.read(source, in -> frames(in, new Frame(width, height), rails, count));
        return count;
    }

    private void frames(InputStream in, Frame frame, FrameNumberReader rails, Count count) throws IOException {
        byte[] bytes = new byte[4 * frame.pixels().length];
        while (in.readNBytes(bytes, 0, bytes.length) == bytes.length) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(frame.pixels());
            int number = count.all();
            FrameNumberReader.Reading reading = rails.read(frame);
            if (!(reading instanceof FrameNumberReader.Reading.FrameNumber found)) {
                count.unread++;
            } else if (found.value() == number % (2 * clip.places())) {
                count.read++;
            } else {
                count.misread++;
            }
        }
    }
}
