package io.deskmeter.controller.columns;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Writes the values of columns, one after the other. */
interface ColumnOutput {
    /** A buffer for the next value of a column, with at least its width. */
    ByteBuffer room(Column column) throws IOException;

    /** Into the heap. */
    final class Heap implements ColumnOutput {
        private final Map<Column, ByteBuffer> columns = new EnumMap<>(Column.class);

        /** @param expected about how many there will be */
        Heap(int expected) {
            for (Column column : Column.ALL) {
                columns.put(column, ByteBuffer.allocate(Math.max(16, expected) * column.width()));
            }
        }

        @Override
        public ByteBuffer room(Column column) {
            ByteBuffer bytes = Objects.requireNonNull(columns.get(column), column.name());
            if (bytes.remaining() < column.width()) {
                bytes = ByteBuffer.allocate(bytes.capacity() + bytes.capacity() / 2)
                        .put(bytes.flip());
                columns.put(column, bytes);
            }
            return bytes;
        }

        /** All that was put. */
        Map<Column, ByteBuffer> columns() {
            Map<Column, ByteBuffer> done = new EnumMap<>(Column.class);
            columns.forEach(
                    (column, bytes) -> done.put(column, bytes.duplicate().flip().slice()));
            return done;
        }
    }
}
