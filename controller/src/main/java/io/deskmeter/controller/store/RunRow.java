package io.deskmeter.controller.store;

import io.deskmeter.controller.run.CapacityView;
import io.deskmeter.controller.run.RunCounts;
import io.deskmeter.controller.run.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run as stored. */
public record RunRow(
        String id,
        String profile,
        String title,
        String mode,
        long seed,
        String yaml,
        RunState state,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<String> reasons,
        @Nullable RunCounts counts,
        @Nullable CapacityView capacity,
        Map<String, String> environment) {}
