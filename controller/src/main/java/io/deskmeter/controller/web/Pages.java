package io.deskmeter.controller.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The live pages, and what browsers may do with whatever comes from here. */
@Configuration(proxyBeanMethods = false)
class Pages implements WebMvcConfigurer {
    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/").setViewName("forward:/index.html");
        registry.addViewController("/runs/{id}").setViewName("forward:/run.html");
    }

    /** Everything a page needs comes from this controller; nothing else may be loaded, and nobody may frame it. */
    @Component
    static final class Headers extends OncePerRequestFilter {
        private static final String PAGES =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        private static final String REPORT = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            boolean report = request.getRequestURI().endsWith("/report");
            response.setHeader("Content-Security-Policy", report ? REPORT : PAGES);
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("Referrer-Policy", "no-referrer");
            chain.doFilter(request, response);
        }
    }
}
