package io.deskmeter.agent.gesture;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads what the probe program has written of its own times: a line for each input, {@code kind,nanoseconds of its
 * painting,microseconds,x,y}.
 */
final class PaintTimesReader {
    /** Within the content of the workload. */
    static final String FILE = "paint-times.csv";

    private static final String ELSEWHERE = "the probe program runs where the agent reads no files";
    private static final double MICROS_PER_MILLI = 1_000;
    private static final int COLUMNS = 5;

    private PaintTimesReader() {}

    /**
     * The longest time that the probe needed for an input.
     *
     * @param content the folder of its files; empty where it is not on this machine, whose monotonic clock both share
     * @param from when the gesture began, in monotonic nanoseconds
     * @param to when it ended
     */
    static SeriesValue longest(Optional<Path> content, long from, long to) {
        if (content.isEmpty()) {
            return SeriesValue.unknown(from, to, ELSEWHERE);
        }
        try {
            List<String> lines = Files.readAllLines(content.get().resolve(FILE));
            OptionalDouble micros = lines.stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(cells -> cells.length == COLUMNS)
                    .filter(cells -> Long.parseLong(cells[1]) >= from && Long.parseLong(cells[1]) <= to)
                    .mapToDouble(cells -> Double.parseDouble(cells[2]))
                    .max();
            return micros.isPresent()
                    ? SeriesValue.known(from, to, micros.getAsDouble() / MICROS_PER_MILLI, 1 / MICROS_PER_MILLI)
                    : SeriesValue.unknown(from, to, "the probe program got no input");
        } catch (IOException | NumberFormatException e) {
            return SeriesValue.unknown(
                    from, to, "the times of the probe program cannot be read: " + FaultText.reason(e));
        }
    }
}
