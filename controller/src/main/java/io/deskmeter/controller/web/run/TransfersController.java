package io.deskmeter.controller.web.run;

import io.deskmeter.controller.request.BodyLimits;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.store.run.RunRow;
import io.deskmeter.controller.transfer.InvalidFileException;
import io.deskmeter.controller.transfer.RunExport;
import io.deskmeter.controller.transfer.RunImport;
import io.deskmeter.controller.transfer.StoreBackup;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.evidence.StorageFault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Files that carry runs and the whole store to other places. */
@RestController
class TransfersController {
    private static final String ZIP = "application/zip";

    private final RunQueries queries;
    private final RunExport exports;
    private final RunImport imports;
    private final StoreBackup backup;

    TransfersController(RunQueries queries, RunExport exports, RunImport imports, StoreBackup backup) {
        this.queries = queries;
        this.exports = exports;
        this.imports = imports;
        this.backup = backup;
    }

    /** One file with all that the run's report, pages and comparisons need. */
    @Operation(summary = "A run that has ended, as a file for another controller")
    @ApiResponse(
            responseCode = "200",
            description = "A zip file; one that was cut off is refused when it is imported.",
            content = @Content(mediaType = ZIP, schema = @Schema(type = "string", format = "binary")))
    @GetMapping(path = "/api/v1/runs/{id}/export", produces = ZIP)
    ResponseEntity<StreamingResponseBody> export(@PathVariable String id) {
        RunRow run = queries.run(id).orElseThrow(() -> NotFoundException.run(id));
        if (!run.state().ended()) {
            throw new ConflictException("run: " + id + " is " + run.state().label()
                    + " (expected: one that has ended; hint: stop it, or wait for its end)");
        }
        return file(id + ".deskmeter-run.zip", out -> exports.write(id, out));
    }

    private static ResponseEntity<StreamingResponseBody> file(String name, StreamingResponseBody body) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(ZIP))
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"")
                .body(body);
    }

    /** Takes a run in from such a file. It keeps its id. */
    @Operation(summary = "Takes a run in from a file that another controller has exported")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = ZIP, schema = @Schema(type = "string", format = "binary")))
    @ApiResponse(responseCode = "201", description = "The run that was imported.", useReturnTypeSchema = true)
    @PostMapping(
            path = BodyLimits.RUN_FILE_PATH,
            consumes = ZIP,
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    ResponseEntity<RunSummary> take(HttpServletRequest request) throws IOException {
        try {
            String id = taken(request);
            RunRow run = queries.run(id).orElseThrow(() -> NotFoundException.run(id));
            return ResponseEntity.created(URI.create("/api/v1/runs/" + id)).body(RunSummary.of(run));
        } catch (InvalidFileException e) {
            throw new InvalidRequestException(String.valueOf(e.getMessage()));
        } catch (RunImport.ClashException e) {
            throw new ConflictException(String.valueOf(e.getMessage()));
        } catch (RunImport.NoRoomException e) {
            throw new JournalException("import: " + e.getMessage(), new IOException("no space left", e));
        } catch (IOException e) {
            if (StorageFault.of(e) == StorageFault.SPACE) {
                throw new JournalException(
                        "import: no room for the file, or for the rows: " + e.getMessage()
                                + " (expected: about ten times the size of the file; hint: delete runs, or use a larger disk)",
                        e);
            }
            throw e;
        }
    }

    /**
     * Who still sends would find the connection closed, and not the answer: what is left of a file that is refused is
     * read and dropped first.
     */
    private String taken(HttpServletRequest request) throws IOException {
        InputStream file = request.getInputStream();
        try {
            return imports.take(file, request.getContentLengthLong());
        } catch (IOException refusal) {
            try {
                file.transferTo(OutputStream.nullOutputStream());
            } catch (IOException gone) {
                refusal.addSuppressed(gone);
            }
            throw refusal;
        }
    }

    /** All runs with their pictures, and all else that the store has, as at one instant. */
    @Operation(summary = "A backup of the store and its pictures, without secrets")
    @ApiResponse(
            responseCode = "200",
            description = "A zip file for ./deskmeter restore; one that was cut off is refused there.",
            content = @Content(mediaType = ZIP, schema = @Schema(type = "string", format = "binary")))
    @GetMapping(path = "/api/v1/backup", produces = ZIP)
    ResponseEntity<StreamingResponseBody> backup() {
        return file("deskmeter-backup.zip", backup::write);
    }
}
