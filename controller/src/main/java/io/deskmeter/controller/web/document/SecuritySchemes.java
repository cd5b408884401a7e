package io.deskmeter.controller.web.document;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Adds authentication to the OpenAPI document: a secret of the controller's machine, the token of a program, or the
 * cookie of a browser that has logged in.
 */
@Component
final class SecuritySchemes implements GlobalOpenApiCustomizer {
    private static final String TOKEN = "token";
    private static final String COOKIE = "cookie";

    private final Environment environment;

    SecuritySchemes(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void customise(OpenAPI document) {
        SecurityScheme token = new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .description(
                        "A token of /tokens; or, on the controller's own machine, what stands in admin.token of its data folder.");
        SecurityScheme cookie = new SecurityScheme()
                .type(SecurityScheme.Type.APIKEY)
                .in(SecurityScheme.In.COOKIE)
                // The port at which it listens, known only now: 0 stood for any free one.
                .name("deskmeter-" + environment.getRequiredProperty("local.server.port"))
                .description(
                        "Of a browser that has logged in by /login, or with a link of /login-links; named by the port, by HTTPS with the prefix __Host-.");
        document.getComponents().addSecuritySchemes(TOKEN, token).addSecuritySchemes(COOKIE, cookie);
        document.setSecurity(
                List.of(new SecurityRequirement().addList(TOKEN), new SecurityRequirement().addList(COOKIE)));
    }
}
