package io.deskmeter.controller.columns;

import io.deskmeter.controller.columns.RunColumns.OperationKey;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.measure.point.WithoutTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The grouping of a chart's lines. */
public enum GroupBy {
    /** A, B and C. */
    GROUP,
    /** Each operation of each workload. */
    OPERATION;

    /** As requests name it. */
    public static GroupBy of(String label) {
        for (GroupBy by : values()) {
            if (by.name().toLowerCase(Locale.ROOT).equals(label)) {
                return by;
            }
        }
        throw new InvalidRequestException("by: " + label + " (expected: group or operation)");
    }

    /** A line: {@code A}, or {@code office/writer/save} of group B. */
    record Line(String key, String group) {}

    private Line line(OperationKey operation) {
        return this == GROUP
                ? new Line(operation.group(), operation.group())
                : new Line(operation.path(), operation.group());
    }

    /** The line of operations that have no timing. */
    Line line(WithoutTiming missing) {
        return line(new OperationKey(
                missing.workload(), missing.operation(), missing.group().name()));
    }

    /** The lines of a run, by group and name. */
    List<Line> lines(RunColumns columns) {
        return lines(columns, List.of());
    }

    /** The same with those of operations that have no timing. */
    List<Line> lines(RunColumns columns, List<WithoutTiming> missing) {
        return Stream.concat(
                        columns.operations.stream().map(this::line),
                        missing.stream().map(this::line))
                .distinct()
                .sorted(Comparator.comparing(Line::group).thenComparing(Line::key))
                .toList();
    }

    /** For each operation of the run the index of its line. */
    int[] indices(RunColumns columns, List<Line> lines) {
        List<Line> of = new ArrayList<>();
        columns.operations.forEach(operation -> of.add(line(operation)));
        return of.stream().mapToInt(lines::indexOf).toArray();
    }
}
