package io.deskmeter.controller.columns;

import java.util.List;

/**
 * The columns of a run, in the order in which a file has them: the wide ones first, so that each begins at a multiple
 * of its width.
 */
enum Column {
    SEQUENCE(Long.BYTES),
    /** Microseconds since the epoch. */
    FIRED_MICROS(Long.BYTES),
    RESPONSE_NANOS(Long.BYTES),
    RESOLUTION_NANOS(Long.BYTES),
    LAG_NANOS(Long.BYTES),
    THINK_NANOS(Long.BYTES),
    SESSION(Integer.BYTES),
    ITERATION(Integer.BYTES),
    DETAIL(Integer.BYTES),
    HANDLED(Integer.BYTES),
    OPERATION(Short.BYTES),
    LOAD_POINT(Short.BYTES),
    OUTCOME(Byte.BYTES),
    STEADY(Byte.BYTES);

    static final List<Column> ALL = List.of(values());

    private final int width;

    Column(int width) {
        this.width = width;
    }

    /** Bytes of a value. */
    int width() {
        return width;
    }

    /** Bytes of a timing in all columns before this one. */
    int before() {
        return ALL.stream()
                .takeWhile(column -> column != this)
                .mapToInt(Column::width)
                .sum();
    }

    /** Bytes of a timing. */
    static int all() {
        return ALL.stream().mapToInt(Column::width).sum();
    }
}
