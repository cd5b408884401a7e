package io.deskmeter.controller.columns;

import io.deskmeter.controller.columns.RunColumns.OperationKey;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes timings by session and sequence, one after the other. Used by one thread, once. */
final class ColumnsBuilder {
    private final Map<OperationKey, Integer> operations = new HashMap<>();
    private final List<OperationKey> operationList = new ArrayList<>();
    private final Map<String, Integer> details = new HashMap<>();
    private final List<String> detailList = new ArrayList<>();
    private final ColumnOutput output;
    private int size;

    /** @param output where the values go */
    ColumnsBuilder(ColumnOutput output) {
        this.output = output;
    }

    void add(TimingPoint point) throws IOException {
        Timing t = point.timing();
        boolean ok = t.outcome() == Outcome.OK;
        boolean fired = t.firedAt() != Timing.NEVER;
        OperationKey key =
                new OperationKey(t.workload(), t.operation(), t.group().name());
        put(Column.SEQUENCE, t.sequence());
        put(Column.FIRED_MICROS, fired ? ChronoUnit.MICROS.between(Instant.EPOCH, t.wallFiredAt()) : RunColumns.NONE);
        put(Column.RESPONSE_NANOS, ok ? t.responseNanos() : RunColumns.NONE);
        put(Column.RESOLUTION_NANOS, ok ? t.resolutionNanos() : RunColumns.NONE);
        put(Column.LAG_NANOS, fired ? t.lagNanos() : RunColumns.NONE);
        put(Column.THINK_NANOS, t.thinkNanos());
        output.room(Column.SESSION).putInt(t.session());
        output.room(Column.ITERATION).putInt(t.iteration());
        output.room(Column.DETAIL).putInt(number(details, detailList, t.detail()));
        output.room(Column.HANDLED).putInt(t.handled());
        output.room(Column.OPERATION).putShort((short) number(operations, operationList, key));
        output.room(Column.LOAD_POINT).putShort((short) point.loadPoint());
        output.room(Column.OUTCOME).put((byte) OutcomeCodes.number(t.outcome()));
        output.room(Column.STEADY).put((byte) (point.steady() ? 1 : 0));
        size++;
    }

    private void put(Column column, long value) throws IOException {
        output.room(column).putLong(value);
    }

    private static <T> int number(Map<T, Integer> numbers, List<T> list, T value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        numbers.put(value, list.size());
        list.add(value);
        return list.size() - 1;
    }

    /** How many were added. */
    int size() {
        return size;
    }

    List<OperationKey> operations() {
        return operationList;
    }

    List<String> details() {
        return detailList;
    }
}
