package io.deskmeter.controller.web.http;

import io.deskmeter.controller.people.PasswordsBusyException;
import io.deskmeter.controller.people.TooManyAttemptsException;
import io.deskmeter.controller.people.WrongPasswordException;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.engine.SilentStoreException;
import io.deskmeter.controller.store.engine.StoreAccessException;
import io.deskmeter.controller.store.run.RunProfileStore.StaleException;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.workload.InvalidDocumentException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/** Failures as problem documents. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final String REST = "/api/";
    private static final String RETRY_AFTER_SECONDS = "10";

    private final WebPages pages;

    ProblemAdvice(WebPages pages) {
        this.pages = pages;
    }

    @ExceptionHandler
    ProblemDetail invalid(InvalidDocumentException e) {
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, "Invalid document", String.valueOf(e.getMessage()));
        problem.setProperty("problems", e.problems());
        return problem;
    }

    @ExceptionHandler
    ProblemDetail unknown(NotFoundException e) {
        return problem(HttpStatus.NOT_FOUND, "Unknown", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail stale(StaleException e) {
        return newest(
                problem(HttpStatus.PRECONDITION_FAILED, "Changed meanwhile", String.valueOf(e.getMessage())),
                e.newestVersion(),
                e.newestYaml());
    }

    @ExceptionHandler
    ProblemDetail silent(UpstreamTimeoutException e) {
        return problem(HttpStatus.GATEWAY_TIMEOUT, "No answer", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail conflict(ConflictException e) {
        return problem(HttpStatus.CONFLICT, "Conflict", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(UnavailableException e) {
        return retryLater(problem(HttpStatus.SERVICE_UNAVAILABLE, "Not available now", String.valueOf(e.getMessage())));
    }

    /** The limit of concurrent streamed responses is reached. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(TaskRejectedException e) {
        return retryLater(problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "Too many at once",
                "downloads: " + StreamSettings.MOST
                        + " are in progress (expected: fewer; hint: retry when one has finished)"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> downloads(DownloadPlaces.TooManyDownloadsException e) {
        return tooMany("Too many downloads", e);
    }

    private static ResponseEntity<ProblemDetail> retryLater(ProblemDetail problem) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> streams(TooManyStreamsException e) {
        return tooMany("Too many event streams", e);
    }

    private static ResponseEntity<ProblemDetail> tooMany(String title, RuntimeException e) {
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem(HttpStatus.TOO_MANY_REQUESTS, title, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ProblemDetail password(WrongPasswordException e) {
        return e.known()
                ? problem(HttpStatus.FORBIDDEN, "Wrong password", String.valueOf(e.getMessage()))
                : problem(HttpStatus.UNAUTHORIZED, "Not logged in", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> passwords(PasswordsBusyException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(e.seconds()))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem(HttpStatus.SERVICE_UNAVAILABLE, "Too many at once", String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ProblemDetail ended(NotAllowedAnyMoreException e) {
        return problem(HttpStatus.UNAUTHORIZED, "Not logged in", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> attempts(TooManyAttemptsException e) {
        return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(e.seconds()))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem(HttpStatus.TOO_MANY_REQUESTS, "Too many attempts", String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<ProblemDetail> store(JournalException e, HttpServletRequest request, HttpServletResponse response) {
        return ofStore(e, String.valueOf(e.getMessage()), request, response);
    }

    /** As for a backup. */
    @ExceptionHandler
    @Nullable
    ResponseEntity<ProblemDetail> access(
            StoreAccessException e, HttpServletRequest request, HttpServletResponse response) {
        return ofStore(e, String.valueOf(e.getMessage()), request, response);
    }

    /** What is sent already has no room for a problem, and must not look like all of it. */
    private static @Nullable ResponseEntity<ProblemDetail> ofStore(
            Exception failure, String words, HttpServletRequest request, HttpServletResponse response) {
        LOG.error("{}", failure.getMessage());
        if (response.isCommitted()) {
            ProblemReportValve.cutOff(request);
            return null;
        }
        return answer(problem(statusOf(failure), "The store failed", words));
    }

    private static HttpStatus statusOf(Exception failure) {
        if (StorageFault.of(failure) == StorageFault.SPACE) {
            return HttpStatus.INSUFFICIENT_STORAGE;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SilentStoreException
                    || cause instanceof DataAccessResourceFailureException
                    || cause instanceof TransientDataAccessException
                    || cause instanceof CannotCreateTransactionException) {
                return HttpStatus.SERVICE_UNAVAILABLE;
            }
        }
        return HttpStatus.INTERNAL_SERVER_ERROR;
    }

    /** Who asks later may get an answer only where it is for the time being that there is none. */
    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()
                ? retryLater(problem)
                : ResponseEntity.status(problem.getStatus())
                        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                        .body(problem);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<ProblemDetail> data(
            DataAccessException e, HttpServletRequest request, HttpServletResponse response) {
        return ofStore(
                e,
                "store: cannot be read: " + e.getMostSpecificCause().getMessage()
                        + " (expected: a store that can be read; hint: the controller's log has the details)",
                request,
                response);
    }

    @ExceptionHandler
    ProblemDetail request(InvalidRequestException e) {
        return problem(HttpStatus.BAD_REQUEST, "Bad request", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail precondition(PreconditionRequiredException e) {
        return newest(
                problem(HttpStatus.PRECONDITION_REQUIRED, "Which version?", String.valueOf(e.getMessage())),
                e.newest().version(),
                e.newest().yaml());
    }

    /**
     * Invalid parameters, such as a query with invalid percent-encoding: every access to a parameter fails, including
     * content negotiation.
     */
    @ExceptionHandler
    ResponseEntity<Object> parameters(InvalidParameterException e) {
        HttpStatus status = HttpStatus.valueOf(e.getErrorCode());
        return entity(problem(
                status,
                "Bad request",
                "query: " + e.getMessage() + " (expected: NAME=VALUE, percent-encoded as RFC 3986 has it)"));
    }

    /** Any exception without a handler is an internal error. */
    @ExceptionHandler(Throwable.class)
    @Nullable
    ResponseEntity<Object> fault(Throwable fault, HttpServletRequest request, HttpServletResponse response) {
        if (DisconnectedClientHelper.isClientDisconnectedException(fault)) {
            return null;
        }
        ProblemDetail problem = InternalErrorProblems.told(request, fault);
        if (response.isCommitted()) {
            ProblemReportValve.cutOff(request);
            return null;
        }
        return entity(problem);
    }

    /** In a fixed content type, because content negotiation may have failed. */
    private static ResponseEntity<Object> entity(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    /** Browsers get the page for unknown addresses, other clients the problem document. */
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

    private static ProblemDetail newest(ProblemDetail problem, int version, String yaml) {
        problem.setProperty("newestVersion", version);
        problem.setProperty("newestYaml", yaml);
        return problem;
    }

    /** The fields of the problem document, with its own properties beside the standard ones. */
    static Map<String, Object> body(ProblemDetail problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", String.valueOf(problem.getTitle()));
        body.put("status", problem.getStatus());
        body.put("detail", String.valueOf(problem.getDetail()));
        if (problem.getProperties() != null) {
            body.putAll(problem.getProperties());
        }
        return body;
    }

    private static ProblemDetail problem(HttpStatus status, String title, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        return problem;
    }
}
