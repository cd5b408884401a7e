package io.deskmeter.controller.access.request;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** What requests get that do not reach a handler. */
public final class AccessAnswers {
    /** Writes problem documents as Spring does for handlers: fields without a value are left out. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private static final String REASON = AccessAnswers.class.getName();

    private AccessAnswers() {}

    /** Refuses a request with a problem document. */
    public static void refuse(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, String title, String detail)
            throws IOException {
        request.setAttribute(REASON, title);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(title);
        instance(request).ifPresent(problem::setInstance);
        answer(response, status, MediaType.APPLICATION_PROBLEM_JSON_VALUE, JSON.writeValueAsString(problem));
    }

    /** The address that was asked for; empty if it is none. */
    private static Optional<URI> instance(HttpServletRequest request) {
        try {
            return Optional.of(new URI(request.getRequestURI()));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Refuses a request of a browser with a page. */
    public static void refusePage(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, String title, String page)
            throws IOException {
        request.setAttribute(REASON, title);
        page(response, status, page);
    }

    /** Why a request was refused, in a few words; empty if it was not, or not here. */
    public static String reason(HttpServletRequest request) {
        return request.getAttribute(REASON) instanceof String reason ? reason : "";
    }

    public static void page(HttpServletResponse response, HttpStatus status, String page) throws IOException {
        answer(response, status, MediaType.TEXT_HTML_VALUE, page);
    }

    private static void answer(HttpServletResponse response, HttpStatus status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status.value());
        response.setContentType(type);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        // Without its length: Tomcat sends an answer that is known to be whole at once, before the audit log has its
        // entry.
        response.getOutputStream().write(bytes);
    }
}
