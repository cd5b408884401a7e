package io.deskmeter.controller.samples;

import io.deskmeter.controller.request.InvalidRequestException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** By what pages of samples can be sorted. */
public enum SampleSort {
    AT("at"),
    VALUE("value"),
    SESSION("session");

    private final String label;

    SampleSort(String label) {
        this.label = label;
    }

    /** As requests name it. */
    public static SampleSort of(String label) {
        for (SampleSort sort : values()) {
            if (sort.label.equals(label)) {
                return sort;
            }
        }
        throw new InvalidRequestException("sort: " + label + " (expected: at, value or session)");
    }

    /** Samples that have no such value come last, whatever the direction. */
    Comparator<SampleView> comparator(boolean descending) {
        return switch (this) {
            case AT -> Comparator.comparing(SampleView::at, nullsLast(descending));
            case VALUE -> Comparator.comparing(SampleView::value, nullsLast(descending));
            case SESSION ->
                descending
                        ? Comparator.comparing(SampleView::session, Comparator.reverseOrder())
                        : Comparator.comparing(SampleView::session);
        };
    }

    private static <T extends Comparable<? super T>> Comparator<@Nullable T> nullsLast(boolean descending) {
        Comparator<T> order = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return Comparator.nullsLast(order);
    }
}
