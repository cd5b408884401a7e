package io.deskmeter.controller.web;

import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.store.RunProfileStore.StaleException;
import io.deskmeter.workload.InvalidDocumentException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Failures as problem documents. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);
    private static final String REST = "/api/";
    private static final String RETRY_AFTER_SECONDS = "10";

    private final Pages pages;

    Problems(Pages pages) {
        this.pages = pages;
    }

    @ExceptionHandler
    ProblemDetail invalid(InvalidDocumentException e) {
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, "Invalid document", String.valueOf(e.getMessage()));
        problem.setProperty("problems", e.problems());
        return problem;
    }

    @ExceptionHandler
    ProblemDetail unknown(UnknownException e) {
        return problem(HttpStatus.NOT_FOUND, "Unknown", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail stale(StaleException e) {
        ProblemDetail problem =
                problem(HttpStatus.PRECONDITION_FAILED, "Changed meanwhile", String.valueOf(e.getMessage()));
        problem.setProperty("newestVersion", e.newestVersion());
        problem.setProperty("newestYaml", e.newestYaml());
        return problem;
    }

    @ExceptionHandler
    ProblemDetail silent(SilentException e) {
        return problem(HttpStatus.GATEWAY_TIMEOUT, "No answer", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail conflict(ConflictException e) {
        return problem(HttpStatus.CONFLICT, "Not now", String.valueOf(e.getMessage()));
    }

    /** As many answers are being sent bit by bit as there may be. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(TaskRejectedException e) {
        ProblemDetail problem = problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "Too many at once",
                "downloads: " + StreamSettings.MOST
                        + " are under way (expected: fewer; hint: ask again when one of them is over)");
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    @ExceptionHandler
    ProblemDetail store(JournalException e) {
        log.error("{}", e.getMessage());
        return problem(HttpStatus.INSUFFICIENT_STORAGE, "The store failed", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail data(DataAccessException e) {
        log.error("{}", e.getMessage());
        return problem(
                HttpStatus.INSUFFICIENT_STORAGE,
                "The store failed",
                "store: cannot be read: " + e.getMostSpecificCause().getMessage()
                        + " (expected: a disk with free space; hint: free some and start the controller anew)");
    }

    @ExceptionHandler
    ProblemDetail argument(IllegalArgumentException e) {
        return problem(HttpStatus.BAD_REQUEST, "Bad request", String.valueOf(e.getMessage()));
    }

    /** People who have mistyped an address get a page that tells them where to go, programs the problem. */
    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
            NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (!(request instanceof ServletWebRequest web) || web.getResponse() == null || !forPeople(web.getRequest())) {
            return super.handleNoResourceFoundException(e, headers, status, request);
        }
        ResponseEntity<String> page = pages.nowhere(web.getResponse());
        return new ResponseEntity<>(page.getBody(), page.getHeaders(), page.getStatusCode());
    }

    private static boolean forPeople(HttpServletRequest request) {
        String accepted = Objects.requireNonNullElse(request.getHeader(HttpHeaders.ACCEPT), "");
        return accepted.contains(MediaType.TEXT_HTML_VALUE)
                && !request.getRequestURI().startsWith(REST);
    }

    private static ProblemDetail problem(HttpStatus status, String title, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        return problem;
    }
}
