package io.deskmeter.controller.access.endpoint;

import io.deskmeter.controller.access.endpoint.EndpointRights.Row;
import io.deskmeter.controller.access.request.AccessAnswers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Denies what is not in the table: a handler is called only if the row by which the request was let in is the handler's
 * own.
 */
@Configuration(proxyBeanMethods = false)
class RightsInterceptor implements WebMvcConfigurer, HandlerInterceptor {
    private final EndpointRights rights;

    RightsInterceptor(EndpointRights rights) {
        this.rights = rights;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).order(Integer.MIN_VALUE);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        // Which methods an address has is answered by Spring itself.
        if (!(handler instanceof HandlerMethod) || request.getMethod().equals("OPTIONS")) {
            return true;
        }
        Optional<Row> row = rights.row(request);
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        if (row.isPresent() && row.get().path().getPatternString().equals(pattern)) {
            return true;
        }
        AccessAnswers.refuse(
                request,
                response,
                HttpStatus.FORBIDDEN,
                "Not allowed",
                "address: " + request.getMethod() + " " + pattern
                        + " has no rule about who may call it (expected: a row in" + " the table of rights)");
        return false;
    }
}
