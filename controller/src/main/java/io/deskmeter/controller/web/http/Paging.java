package io.deskmeter.controller.web.http;

import io.deskmeter.controller.request.InvalidRequestException;
import java.util.List;

/**
 * The requested part of a list. All long lists are read in this way: {@code offset} and {@code limit} in,
 * {@code total}, {@code offset} and the page out.
 *
 * @param offset of the first, from 0
 * @param limit most that are wanted
 */
public record Paging(int offset, int limit) {
    /** For annotations. */
    public static final String FIRST = "0";

    /** Most that come where nothing is asked for, for annotations. */
    public static final String USUAL = "1000";

    public static final String LARGEST_TEXT = "10000";
    private static final int LARGEST = Integer.parseInt(LARGEST_TEXT);

    public static Paging of(int offset, int limit) {
        if (offset < 0) {
            throw new InvalidRequestException("offset: " + offset + " (expected: >= 0)");
        }
        if (limit < 1 || limit > LARGEST) {
            throw new InvalidRequestException("limit: " + limit + " (expected: 1 to " + LARGEST + ")");
        }
        return new Paging(offset, limit);
    }

    /** The part of a list that is here already. */
    public <T> List<T> page(List<T> all) {
        int from = Math.min(offset, all.size());
        return all.subList(from, (int) Math.min(all.size(), (long) offset + limit));
    }
}
