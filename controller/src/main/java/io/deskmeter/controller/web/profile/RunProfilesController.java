package io.deskmeter.controller.web.profile;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.PreflightCheck;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.store.run.RunProfileStore;
import io.deskmeter.controller.store.run.RunProfileStore.StaleException;
import io.deskmeter.controller.store.run.RunProfileStore.Version;
import io.deskmeter.controller.web.document.RequestDocuments;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.PreconditionRequiredException;
import io.deskmeter.controller.web.run.RunStarter;
import io.deskmeter.controller.web.run.RunsController.RunId;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Run profiles: saved ones, with all their versions, and built-in ones, which can be read, checked and run. The entity
 * tag is the version, so that a client cannot overwrite a version that it has not read.
 */
@RestController
@RequestMapping("/api/v1/run-profiles")
class RunProfilesController {
    private static final String SHIPPED = "\"shipped\"";

    private final WorkloadCatalog catalog;
    private final RunProfileStore store;
    private final PreflightCheck checks;
    private final RunStarter starter;

    RunProfilesController(WorkloadCatalog catalog, RunProfileStore store, PreflightCheck checks, RunStarter starter) {
        this.catalog = catalog;
        this.store = store;
        this.checks = checks;
        this.starter = starter;
    }

    /** All profiles, by id. A profile that can no longer be read is listed, too, with the reason. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<ProfileSummary> list() {
        TreeMap<String, ProfileSummary> all = new TreeMap<>();
        store.newest().forEach(saved -> all.put(saved.id(), ProfileSummary.saved(saved, catalog)));
        catalog.runProfileIds().forEach(id -> all.put(id, ProfileSummary.shipped(id, catalog)));
        return List.copyOf(all.values());
    }

    /** A run profile as a document that can be started unchanged. */
    @ApiResponse(
            responseCode = "200",
            description = "A run profile.",
            content = @Content(mediaType = RequestDocuments.YAML, schema = @Schema(type = "object")))
    @GetMapping(path = "/{id}", produces = RequestDocuments.YAML)
    ResponseEntity<String> get(@PathVariable String id) throws InvalidDocumentException {
        Document document = document(id);
        return ResponseEntity.ok().eTag(document.tag()).body(document.yaml());
    }

    /**
     * Saves a new version; {@code If-Match} contains the version on which it is based, and is omitted if there is no
     * profile of that name.
     */
    @ApiResponse(responseCode = "200", description = "The version that was saved.", useReturnTypeSchema = true)
    @ApiResponse(
            responseCode = "201",
            description = "The version that was saved, the first of its profile or the first since that was removed.",
            useReturnTypeSchema = true)
    @PutMapping(
            path = "/{id}",
            consumes = {RequestDocuments.YAML, "application/x-yaml", "text/yaml"},
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    ResponseEntity<VersionView> put(
            @PathVariable String id,
            @RequestBody byte[] body,
            @RequestHeader(name = "If-Match", required = false) @Nullable String match)
            throws InvalidDocumentException, StaleException {
        requireOwn(id);
        String name = id + ".yaml";
        String yaml = RequestDocuments.text(name, body);
        RunProfile profile = RunProfiles.parse(name, yaml, catalog);
        if (!profile.id().equals(id)) {
            throw new InvalidRequestException(
                    "id: " + profile.id() + " (expected: " + id + ", as in the address, or none)");
        }
        Optional<Version> newest = store.newest(id);
        Version saved = store.save(id, newest.isEmpty() && match == null ? 0 : version(match, newest), yaml);
        ResponseEntity.BodyBuilder answer = newest.isPresent()
                ? ResponseEntity.ok()
                : ResponseEntity.created(URI.create("/api/v1/run-profiles/" + id));
        return answer.eTag(tag(saved)).body(VersionView.of(saved));
    }

    /** Removes a profile; its versions remain readable, and later ones continue the numbers. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String id, @RequestHeader(name = "If-Match", required = false) @Nullable String match)
            throws StaleException {
        requireOwn(id);
        Version newest = store.newest(id).orElseThrow(() -> unknown(id));
        store.save(id, version(match, Optional.of(newest)), "");
    }

    @GetMapping(path = "/{id}/versions", produces = MediaType.APPLICATION_JSON_VALUE)
    List<VersionView> versions(@PathVariable String id) {
        List<Version> versions = store.versions(id);
        if (versions.isEmpty() && !catalog.runProfileIds().contains(id)) {
            throw unknown(id);
        }
        return versions.stream().map(VersionView::of).toList();
    }

    @ApiResponse(
            responseCode = "200",
            description = "A run profile.",
            content = @Content(mediaType = RequestDocuments.YAML, schema = @Schema(type = "object")))
    @GetMapping(path = "/{id}/versions/{version}", produces = RequestDocuments.YAML)
    String version(@PathVariable String id, @PathVariable int version) {
        return store.versions(id).stream()
                .filter(one -> one.version() == version && !one.removed())
                .findFirst()
                .map(Version::yaml)
                .orElseThrow(() -> new NotFoundException("run profile: " + id + ", version " + version
                        + " (expected: one of GET /api/v1/run-profiles/" + id + "/versions)"));
    }

    /** Checks it before a run. */
    @PostMapping(path = "/{id}/check", produces = MediaType.APPLICATION_JSON_VALUE)
    CheckReport check(@PathVariable String id) throws InvalidDocumentException {
        return checks.check(id + ".yaml", document(id).yaml());
    }

    /** Starts a run of it. */
    @ApiResponse(responseCode = "201", description = "The run that was begun.", useReturnTypeSchema = true)
    @PostMapping(path = "/{id}/runs", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RunId> run(@PathVariable String id) throws InvalidDocumentException {
        String run = starter.start(id + ".yaml", document(id).yaml());
        return ResponseEntity.created(URI.create("/api/v1/runs/" + run)).body(new RunId(run));
    }

    private record Document(String yaml, String tag) {}

    private Document document(String id) throws InvalidDocumentException {
        if (catalog.runProfileIds().contains(id)) {
            return new Document(RunProfiles.write(catalog.runProfile(id)), SHIPPED);
        }
        Version newest = store.newest(id).orElseThrow(() -> unknown(id));
        return new Document(newest.yaml(), tag(newest));
    }

    private void requireOwn(String id) {
        if (catalog.runProfileIds().contains(id)) {
            throw new ConflictException("run profile: " + id
                    + " came with the program and cannot be changed (expected: another id; hint: save a copy)");
        }
    }

    private NotFoundException unknown(String id) {
        return new NotFoundException("run profile: " + id + " (expected: one of " + ids() + ")");
    }

    private List<String> ids() {
        TreeSet<String> ids = new TreeSet<>(catalog.runProfileIds());
        ids.addAll(store.ids());
        return List.copyOf(ids);
    }

    private static String tag(Version version) {
        return "\"" + version.version() + "\"";
    }

    /** The version of an entity tag, which is required if there is a version to overwrite. */
    private static int version(@Nullable String match, Optional<Version> newest) {
        if (match == null) {
            throw new PreconditionRequiredException(newest.orElseThrow());
        }
        String number = match.strip().replace("\"", "");
        if (!number.matches("[0-9]{1,9}")) {
            throw new InvalidRequestException(
                    "If-Match: " + match + " (expected: the ETag of the version that was read, as \"3\")");
        }
        return Integer.parseInt(number);
    }

    /** A version without its text. */
    @Schema(name = "ProfileVersion")
    record VersionView(String id, int version, Instant savedAt, boolean removed) {
        static VersionView of(Version version) {
            return new VersionView(version.id(), version.version(), version.savedAt(), version.removed());
        }
    }
}
