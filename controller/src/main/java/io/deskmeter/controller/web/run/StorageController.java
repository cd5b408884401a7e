package io.deskmeter.controller.web.run;

import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.store.retention.DiskUsage;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.store.retention.RetentionRules;
import io.deskmeter.controller.store.retention.RetentionStore;
import io.deskmeter.controller.store.retention.RunDiskUsage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Disk usage and retention of runs. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class StorageController {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final String EXPECTED =
            "(expected: {\"days\": 30, \"runs\": 100, \"megabytes\": 10000}, each of them or null)";

    private final DiskUsage disk;
    private final Retention retention;
    private final RetentionStore rules;

    StorageController(DiskUsage disk, Retention retention, RetentionStore rules) {
        this.disk = disk;
        this.retention = retention;
        this.rules = rules;
    }

    /** Per run and in all, and what is free. */
    @Operation(summary = "What runs take of the disk")
    @GetMapping("/storage")
    DiskUsage.Storage storage() {
        return disk.now();
    }

    /** The rules; what is null has no bound. */
    @Operation(summary = "Which runs are kept")
    @GetMapping("/retention")
    RetentionRules rules() {
        return rules.rules();
    }

    /** Sets the rules and applies them. */
    @Operation(summary = "Says which runs are kept, and deletes the others")
    @PutMapping(path = "/retention", consumes = MediaType.APPLICATION_JSON_VALUE)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content = @Content(schema = @Schema(implementation = RetentionRules.class)))
    RetentionRules keep(@RequestBody byte[] json) {
        RetentionRules next = read(json);
        AuditedRequest.tell(next.toString());
        retention.keep(next);
        return next;
    }

    /** The runs that such rules would delete now; nothing is changed. */
    @Operation(summary = "Which runs such rules would delete")
    @PostMapping(path = "/retention/preview", consumes = MediaType.APPLICATION_JSON_VALUE)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content = @Content(schema = @Schema(implementation = RetentionRules.class)))
    List<RunDiskUsage> preview(@RequestBody byte[] json) {
        return retention.expired(read(json));
    }

    /** A mistyped name would be an ignored limit. */
    private static RetentionRules read(byte[] json) {
        try {
            RetentionRules rules = STRICT.readValue(json, RetentionRules.class);
            if (rules == null) {
                throw new InvalidRequestException("rules: null " + EXPECTED);
            }
            return rules;
        } catch (JacksonException e) {
            String detail = e.getCause() instanceof IllegalArgumentException refused
                    ? String.valueOf(refused.getMessage())
                    : e.getOriginalMessage() + " " + EXPECTED;
            throw new InvalidRequestException(detail);
        }
    }
}
