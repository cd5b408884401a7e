package io.deskmeter.controller.web.http;

import io.deskmeter.controller.request.InvalidRequestException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses {@code limit=}: Spring treats a parameter without a value as absent and would execute another query. A search
 * text may be empty.
 */
@Configuration(proxyBeanMethods = false)
class EmptyParameterCheck implements WebMvcConfigurer, HandlerInterceptor {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            for (MethodParameter parameter : method.getMethodParameters()) {
                RequestParam wanted = parameter.getParameterAnnotation(RequestParam.class);
                if (wanted != null && !wanted.defaultValue().isEmpty()) {
                    refuseEmpty(request, name(wanted, parameter));
                }
            }
        }
        return true;
    }

    private static String name(RequestParam wanted, MethodParameter parameter) {
        return wanted.name().isEmpty() ? parameter.getParameter().getName() : wanted.name();
    }

    private static void refuseEmpty(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        if (values != null) {
            for (String value : values) {
                if (value.isEmpty()) {
                    throw new InvalidRequestException(
                            name + ": no value (expected: one; hint: omit the parameter for its default)");
                }
            }
        }
    }
}
