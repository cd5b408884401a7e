package io.deskmeter.controller.web.http;

import io.deskmeter.controller.faults.FatalErrors;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Internal errors of the controller: the details go to the log, and the response names their id. */
final class InternalErrorProblems {
    private static final Logger LOG = LoggerFactory.getLogger(InternalErrorProblems.class);
    private static final String FAULT = "fault";

    private InternalErrorProblems() {}

    /** Logs an error; returns the response. */
    static ProblemDetail told(HttpServletRequest request, Throwable fault) {
        String id = Integer.toHexString(ThreadLocalRandom.current().nextInt() | 0x8000_0000);
        LOG.error("fault {}: {} {}", id, request.getMethod(), request.getRequestURI(), fault);
        FatalErrors.caught(fault);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal error of the controller (expected: a response; hint: see its log, fault " + id + ")");
        problem.setTitle("A fault of the controller");
        problem.setProperty(FAULT, id);
        return problem;
    }
}
