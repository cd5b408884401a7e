package io.deskmeter.controller.web.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/**
 * Responds with a problem document if a request fails outside Spring: its request line or its address is invalid, or a
 * filter has refused it. Tomcat creates it by name, so it is public.
 */
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CUT_OFF = ProblemReportValve.class.getName();

    /**
     * Has the connection of a request closed instead of its answer completed, so that what was sent so far does not
     * look like all of it.
     */
    public static void cutOff(ServletRequest request) {
        request.setAttribute(CUT_OFF, true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        super.invoke(request, response);
        boolean goesOn = request.isAsync() && !request.isAsyncCompleting();
        if (!goesOn && response.isCommitted() && request.getAttribute(CUT_OFF) != null) {
            response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
        }
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable error) {
        int status = response.getStatus();
        if (status < HttpStatus.BAD_REQUEST.value()
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setHeader("X-Content-Type-Options", "nosniff");
            byte[] body = JSON.writeValueAsString(ProblemAdvice.body(problem(request, response, error)))
                    .getBytes(StandardCharsets.UTF_8);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException e) {
            LOG.debug("the client closed the connection before the response {}: {}", status, e.toString());
        }
    }

    private static ProblemDetail problem(Request request, Response response, @Nullable Throwable error) {
        int status = response.getStatus();
        Object dispatched = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        Throwable fault = error != null ? error : dispatched instanceof Throwable thrown ? thrown : null;
        if (status >= HttpStatus.INTERNAL_SERVER_ERROR.value() && fault != null) {
            return InternalErrorProblems.told(request, fault);
        }
        HttpStatus known = HttpStatus.resolve(status);
        String reason = known == null ? "Status " + status : known.getReasonPhrase();
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setTitle(reason);
        String message = fault == null ? response.getMessage() : fault.getMessage();
        problem.setDetail("request: " + Objects.requireNonNullElse(message, reason)
                + " (expected: HTTP/1.1 as RFC 9112 has it; hint: percent-encode what an address cannot hold)");
        return problem;
    }
}
