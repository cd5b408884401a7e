package io.deskmeter.controller.columns;

import io.deskmeter.controller.columns.RunColumns.OperationKey;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes timings by session and sequence, one after the other. Used by one thread, once. */
final class ColumnsBuilder {
    private final Map<OperationKey, Integer> operations = new HashMap<>();
    private final List<OperationKey> operationList = new ArrayList<>();
    private final Map<String, Integer> details = new HashMap<>();
    private final List<String> detailList = new ArrayList<>();
    private int size;
    private int[] session;
    private long[] sequence;
    private int[] iteration;
    private short[] operation;
    private byte[] outcome;
    private short[] loadPoint;
    private boolean[] steady;
    private long[] firedMicros;
    private long[] responseNanos;
    private long[] resolutionNanos;
    private long[] lagNanos;
    private long[] thinkNanos;
    private int[] detail;

    /** @param expected about how many there will be */
    ColumnsBuilder(int expected) {
        int room = Math.max(16, expected);
        session = new int[room];
        sequence = new long[room];
        iteration = new int[room];
        operation = new short[room];
        outcome = new byte[room];
        loadPoint = new short[room];
        steady = new boolean[room];
        firedMicros = new long[room];
        responseNanos = new long[room];
        resolutionNanos = new long[room];
        lagNanos = new long[room];
        thinkNanos = new long[room];
        detail = new int[room];
    }

    void add(TimingPoint point) {
        if (size == session.length) {
            resize(size + size / 2);
        }
        Timing t = point.timing();
        boolean ok = t.outcome() == Outcome.OK;
        boolean fired = t.firedAt() != Timing.NEVER;
        session[size] = t.session();
        sequence[size] = t.sequence();
        iteration[size] = t.iteration();
        operation[size] = (short) number(
                operations,
                operationList,
                new OperationKey(t.workload(), t.operation(), t.group().name()));
        outcome[size] = (byte) Outcomes.number(t.outcome());
        loadPoint[size] = (short) point.loadPoint();
        steady[size] = point.steady();
        firedMicros[size] = fired ? ChronoUnit.MICROS.between(Instant.EPOCH, t.wallFiredAt()) : RunColumns.NONE;
        responseNanos[size] = ok ? t.responseNanos() : RunColumns.NONE;
        resolutionNanos[size] = ok ? t.resolutionNanos() : RunColumns.NONE;
        lagNanos[size] = fired ? t.lagNanos() : RunColumns.NONE;
        thinkNanos[size] = t.thinkNanos();
        detail[size] = number(details, detailList, t.detail());
        size++;
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

    private void resize(int room) {
        session = Arrays.copyOf(session, room);
        sequence = Arrays.copyOf(sequence, room);
        iteration = Arrays.copyOf(iteration, room);
        operation = Arrays.copyOf(operation, room);
        outcome = Arrays.copyOf(outcome, room);
        loadPoint = Arrays.copyOf(loadPoint, room);
        steady = Arrays.copyOf(steady, room);
        firedMicros = Arrays.copyOf(firedMicros, room);
        responseNanos = Arrays.copyOf(responseNanos, room);
        resolutionNanos = Arrays.copyOf(resolutionNanos, room);
        lagNanos = Arrays.copyOf(lagNanos, room);
        thinkNanos = Arrays.copyOf(thinkNanos, room);
        detail = Arrays.copyOf(detail, room);
    }

    /** All that were added. */
    RunColumns build() {
        if (size != session.length) {
            resize(size);
        }
        return new RunColumns(
                operationList,
                detailList,
                session,
                sequence,
                iteration,
                operation,
                outcome,
                loadPoint,
                steady,
                firedMicros,
                responseNanos,
                resolutionNanos,
                lagNanos,
                thinkNanos,
                detail);
    }
}
