package io.deskmeter.bench.ue.live;

import io.deskmeter.vision.tracking.DragObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One painting of the probe program, by its own record.
 *
 * @param paintedAt when the display had it, in monotonic nanoseconds
 * @param x of the object's centre, in pixels from the left edge of the stage
 * @param y from the upper edge
 */
record ProbePaint(long paintedAt, double x, double y) {
    /** In the folder of the application. */
    static final String FILE = "paint-times.csv";

    private static final int AT = 1;
    private static final int X = 3;
    private static final int Y = 4;

    /**
     * All that is recorded so far, in its order. The probe writes when it has been quiet for a moment.
     *
     * @param content the folder of the application
     */
    static List<ProbePaint> read(Path content) throws IOException {
        return Files.readAllLines(content.resolve(FILE)).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> new ProbePaint(
                        Long.parseLong(cells[AT]),
                        Integer.parseInt(cells[X]) + DragObject.WIDTH / 2.0,
                        Integer.parseInt(cells[Y]) + DragObject.HEIGHT / 2.0))
                .toList();
    }
}
