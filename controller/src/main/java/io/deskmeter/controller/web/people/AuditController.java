package io.deskmeter.controller.web.people;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.web.http.PageLimit;
import io.deskmeter.controller.web.http.Paging;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import tools.jackson.databind.json.JsonMapper;

/** Who did what. */
@RestController
@RequestMapping("/api/v1")
class AuditController {
    private static final String LINES = "application/jsonl";
    private static final int PAGE = 1000;

    private final AuditStore audit;
    private final AuditWriter writer;
    private final JsonMapper json;

    AuditController(AuditStore audit, AuditWriter writer, JsonMapper json) {
        this.audit = audit;
        this.writer = writer;
        this.json = json;
    }

    /**
     * Entries from the newest to the oldest.
     *
     * @param before only those with lesser numbers: {@code next} of the page before
     * @param user only what this person did
     * @param action only this, as {@code run.start}
     */
    @GetMapping(path = "/audit", produces = MediaType.APPLICATION_JSON_VALUE)
    AuditPage list(
            @RequestParam(required = false) @Nullable Long before,
            @PageLimit @RequestParam(defaultValue = Paging.USUAL) int limit,
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String action) {
        Paging unused = Paging.of(0, limit);
        writer.awaitWritten();
        List<AuditView> entries = audit
                .newest(
                        new AuditStore.Filter(before, user == null ? null : user.toLowerCase(Locale.ROOT), action),
                        limit)
                .stream()
                .map(AuditView::of)
                .toList();
        return new AuditPage(
                entries,
                entries.size() < limit ? null : (Long) entries.get(limit - 1).number());
    }

    /** All entries from the oldest to the newest, one JSON object in each line. */
    @ApiResponse(
            responseCode = "200",
            description = "Lines of AuditView.",
            content = @Content(mediaType = LINES, schema = @Schema(type = "string")))
    @GetMapping(path = "/audit.jsonl", produces = LINES)
    ResponseEntity<StreamingResponseBody> lines() {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(LINES))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("audit.jsonl")
                                .build()
                                .toString())
                .body(out -> {
                    writer.awaitWritten();
                    long last = 0;
                    List<AuditEntry> page;
                    do {
                        page = audit.oldest(last, PAGE);
                        for (AuditEntry entry : page) {
                            String line = json.writeValueAsString(AuditView.of(entry)) + "\n";
                            out.write(line.getBytes(StandardCharsets.UTF_8));
                            last = entry.number();
                        }
                    } while (page.size() == PAGE);
                });
    }

    /**
     * Some entries.
     *
     * @param next for {@code before} of the next page; null if there is none
     */
    record AuditPage(List<AuditView> entries, @Nullable Long next) {}

    /**
     * What was done once.
     *
     * @param user {@code local} for the secret of the controller's own machine; empty if nobody is known
     * @param role what that person could do then; null if nobody is known
     * @param credential by what that person was known: {@code local}, {@code session} or {@code token}, and its id
     * @param address of the other end of the connection
     * @param target path of the request
     * @param detail what is needed to understand it
     * @param outcome {@code done}, {@code refused} or {@code failed}
     */
    record AuditView(
            long number,
            Instant at,
            String user,
            @Nullable String role,
            @Nullable String credential,
            String address,

            @Schema(allowableValues = {"loopback", "https", "agents"})
            String listener,

            String action,
            String target,
            String detail,

            @Schema(allowableValues = {"done", "refused", "failed"})
            String outcome) {
        static AuditView of(AuditEntry entry) {
            return new AuditView(
                    entry.number(),
                    entry.at(),
                    entry.who(),
                    entry.role(),
                    entry.credential(),
                    entry.address(),
                    entry.listener(),
                    entry.action(),
                    entry.target(),
                    entry.detail(),
                    entry.outcome().word());
        }
    }
}
