package io.deskmeter.controller.store.engine;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.metric.Statistic;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Converts values for columns: JSON as text, instants as timestamps with time zone. */
public final class ColumnMapping {
    private static final JsonMapper JSON = JsonMapper.builder()
            // Rows that were stored by an earlier version lack newer fields.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(new SimpleModule("statistics")
                    .addSerializer(Statistic.class, new StatisticWriter())
                    .addDeserializer(Statistic.class, new StatisticReader()))
            .build();
    private static final TypeReference<List<String>> STRINGS = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> MAP = new TypeReference<>() {};

    private static final TypeReference<List<JudgedPoint>> JUDGED = new TypeReference<>() {};
    private static final TypeReference<List<Logon>> LOGONS = new TypeReference<>() {};
    private static final TypeReference<List<ValidityCheck>> CHECKS = new TypeReference<>() {};

    private static final TypeReference<List<OperationCount>> OPERATIONS = new TypeReference<>() {};
    private static final TypeReference<Map<Integer, List<Long>>> SEQUENCES = new TypeReference<>() {};

    private ColumnMapping() {}

    /** As JSON. */
    public static String json(Object value) {
        return JSON.writeValueAsString(value);
    }

    public static <T> T read(String json, Class<T> type) {
        return JSON.readValue(json, type);
    }

    public static <T> @Nullable T readOrNull(@Nullable String json, Class<T> type) {
        return json == null ? null : JSON.readValue(json, type);
    }

    public static List<String> strings(String json) {
        return JSON.readValue(json, STRINGS);
    }

    public static Map<String, String> map(@Nullable String json) {
        return json == null ? Map.of() : JSON.readValue(json, MAP);
    }

    /** The checks of a run, none if nothing is stored. */
    public static List<ValidityCheck> checks(@Nullable String json) {
        return json == null ? List.of() : JSON.readValue(json, CHECKS);
    }

    /** The operations of an iteration, empty if nothing is stored. */
    public static List<OperationCount> operations(@Nullable String json) {
        return json == null ? List.of() : JSON.readValue(json, OPERATIONS);
    }

    /** Sequence numbers by session. */
    public static Map<Integer, List<Long>> sequences(@Nullable String json) {
        return json == null ? Map.of() : JSON.readValue(json, SEQUENCES);
    }

    /** What a run measures beside responses, nothing where nothing is stored. */
    public static MetricPlan metrics(@Nullable String json) {
        return json == null ? MetricPlan.NONE : JSON.readValue(json, MetricPlan.class);
    }

    /** A statistic is written in the words of workloads. */
    private static final class StatisticWriter extends ValueSerializer<Statistic> {
        @Override
        public void serialize(Statistic statistic, JsonGenerator generator, SerializationContext context) {
            generator.writeString(statistic.word());
        }
    }

    private static final class StatisticReader extends ValueDeserializer<Statistic> {
        @Override
        public Statistic deserialize(JsonParser parser, DeserializationContext context) {
            String word = parser.getString();
            return Statistic.of(word)
                    .orElseThrow(() -> new StreamReadException(
                            parser, "statistic: " + word + " (expected: one that a workload may name)"));
        }
    }

    /** The judged load points of a run. */
    public static List<JudgedPoint> judged(String json) {
        return JSON.readValue(json, JUDGED);
    }

    /** The logons of a load point, none of one that an earlier version stored. */
    public static List<Logon> logons(@Nullable String json) {
        return json == null ? List.of() : JSON.readValue(json, LOGONS);
    }

    public static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
