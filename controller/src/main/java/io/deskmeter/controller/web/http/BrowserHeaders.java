package io.deskmeter.controller.web.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Security and cache headers. */
@Configuration(proxyBeanMethods = false)
class BrowserHeaders implements WebMvcConfigurer {
    static final String POLICY = "Content-Security-Policy";

    private static final Duration FOR_EVER = Duration.ofDays(365);

    /** The name of a built file contains a hash of its bytes, so the file never changes. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/assets/**")
                .addResourceLocations("classpath:/static/assets/")
                .setCacheControl(CacheControl.maxAge(FOR_EVER).cachePublic().immutable());
    }

    /** The policy of a page. */
    static String pages(String nonce) {
        return policy(" 'nonce-" + nonce + "'");
    }

    /** Everything is loaded from this controller only, and no page may frame it. */
    private static String policy(String styles) {
        return "default-src 'none'; script-src 'self'; style-src 'self'" + styles
                + "; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'";
    }

    /**
     * Policies of all responses, including errors; a page replaces the common policy with its own, which has a nonce.
     */
    @Component
    @Order(Ordered.HIGHEST_PRECEDENCE + 10)
    static final class Headers extends OncePerRequestFilter {
        private static final String COMMON = policy("");
        /** Files that open offline carry their styles in themselves. */
        private static final String REPORT =
                "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; "
                        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String address = request.getRequestURI();
            boolean report = address.endsWith("/report") || address.endsWith("/evidence/index.html");
            response.setHeader(POLICY, report ? REPORT : COMMON);
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("Referrer-Policy", "no-referrer");
            chain.doFilter(request, response);
        }
    }
}
