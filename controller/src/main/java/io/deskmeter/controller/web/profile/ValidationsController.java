package io.deskmeter.controller.web.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.deskmeter.controller.web.document.RequestDocuments;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Validates run profiles without agents and targets. */
@RestController
@RequestMapping("/api/v1/validations")
class ValidationsController {
    private final WorkloadCatalog catalog;

    ValidationsController(WorkloadCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Finds the problems of a document, without contacting agents or targets; {@code name} replaces a missing id. The
     * answer is 200 also for a document that cannot be run: {@code valid} is false then.
     */
    @ApiResponse(
            responseCode = "200",
            description = "The problems; also of a document that cannot be run: valid is false then.",
            useReturnTypeSchema = true)
    @PostMapping(
            consumes = {RequestDocuments.YAML, "application/x-yaml", "text/yaml"},
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    Validation validate(@RequestBody byte[] body, @RequestParam(defaultValue = "profile.yaml") String name) {
        try {
            RunProfile unused = RunProfiles.parse(name, RequestDocuments.text(name, body), catalog);
            return new Validation(List.of());
        } catch (InvalidDocumentException e) {
            return new Validation(e.problems());
        }
    }

    /**
     * The problems of a document.
     *
     * @param problems none if it can be run
     */
    record Validation(List<InvalidDocumentException.Problem> problems) {
        /** Whether it can be run: it has no problems. */
        @JsonProperty("valid")
        boolean valid() {
            return problems.isEmpty();
        }
    }
}
