package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.ColumnMapping;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The values of a column, in the database, in memory and in a line of JSON: alike for H2 and PostgreSQL. */
enum ValueKind {
    TEXT("a text without NUL"),
    WHOLE("a whole number"),
    NUMBER("a number, or \"NaN\", \"Infinity\" or \"-Infinity\""),
    FLAG("true or false"),
    INSTANT("an instant as 2026-01-31T12:00:00Z"),
    BYTES("bytes in Base64");

    private final String words;

    ValueKind(String words) {
        this.words = words;
    }

    /** For messages: what is expected. */
    String words() {
        return words;
    }

    /** @param type of JDBC */
    static ValueKind of(int type) {
        return switch (type) {
            case Types.VARCHAR, Types.CHAR, Types.LONGVARCHAR, Types.CLOB -> TEXT;
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> WHOLE;
            case Types.DOUBLE, Types.REAL, Types.FLOAT -> NUMBER;
            case Types.BOOLEAN, Types.BIT -> FLAG;
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> INSTANT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
            default ->
                throw new IllegalStateException("a column of the type " + type
                        + " (expected: one whose values can be written as JSON; hint: add the type here)");
        };
    }

    @Nullable
    Object get(ResultSet row, int at) throws SQLException {
        Object value = switch (this) {
            case TEXT -> row.getString(at);
            case WHOLE -> row.getLong(at);
            case NUMBER -> row.getDouble(at);
            case FLAG -> row.getBoolean(at);
            case INSTANT -> {
                OffsetDateTime time = row.getObject(at, OffsetDateTime.class);
                yield time == null ? null : time.toInstant();
            }
            case BYTES -> row.getBytes(at);
        };
        return row.wasNull() ? null : value;
    }

    /** @param type of JDBC, for a null */
    void set(PreparedStatement statement, int at, int type, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(at, type);
            return;
        }
        switch (this) {
            case TEXT -> statement.setString(at, (String) value);
            case WHOLE -> statement.setLong(at, (Long) value);
            case NUMBER -> statement.setDouble(at, (Double) value);
            case FLAG -> statement.setBoolean(at, (Boolean) value);
            case INSTANT -> statement.setObject(at, ColumnMapping.time((Instant) value));
            case BYTES -> statement.setBytes(at, (byte[]) value);
        }
    }

    void write(@Nullable Object value, JsonGenerator out) {
        if (value == null) {
            out.writeNull();
            return;
        }
        switch (this) {
            case TEXT, INSTANT -> out.writeString(value.toString());
            case WHOLE -> out.writeNumber((Long) value);
            case NUMBER -> {
                double number = (Double) value;
                if (Double.isFinite(number)) {
                    out.writeNumber(number);
                } else {
                    out.writeString(Double.toString(number));
                }
            }
            case FLAG -> out.writeBoolean((Boolean) value);
            case BYTES -> out.writeString(Base64.getEncoder().encodeToString((byte[]) value));
        }
    }

    /**
     * The value at which a parser stands.
     *
     * @throws IllegalArgumentException if it is none of this kind
     */
    @Nullable
    Object read(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        boolean text = token == JsonToken.VALUE_STRING;
        return switch (this) {
            case TEXT -> {
                require(text && parser.getString().indexOf('\0') < 0);
                yield parser.getString();
            }
            case WHOLE -> {
                require(token == JsonToken.VALUE_NUMBER_INT);
                yield parser.getLongValue();
            }
            case NUMBER -> {
                require(text || token.isNumeric());
                yield text ? notFinite(parser.getString()) : parser.getDoubleValue();
            }
            case FLAG -> {
                require(token.isBoolean());
                yield parser.getBooleanValue();
            }
            case INSTANT -> {
                require(text);
                yield instant(parser.getString());
            }
            case BYTES -> {
                require(text);
                yield Base64.getDecoder().decode(parser.getString());
            }
        };
    }

    private static Double notFinite(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException(text);
        };
    }

    /** Databases have other bounds than Java. */
    private static Instant instant(String text) {
        try {
            Instant instant = Instant.parse(text);
            require(instant.isAfter(Instant.EPOCH) && instant.isBefore(Instant.parse("9999-01-01T00:00:00Z")));
            return instant;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static void require(boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException("another kind of value");
        }
    }
}
