package io.deskmeter.controller.web.http;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The web front end: one document for the addresses of all pages, which selects the page itself. It is read from the
 * class path, where the module {@code ui} has put it; a controller that was built without that module shows a message.
 */
@Hidden
@RestController
class WebPages {
    /** The placeholder for the nonce in the document. */
    static final String NONCE = "DESKMETER-NONCE";

    private static final int NONCE_BYTES = 16;
    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);
    private static final String WITHOUT_UI = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Deskmeter</title></head><body>
            <h1>Deskmeter</h1><p>This controller was built without its pages (expected: the module ui on the class path; hint: build the whole
            project). Its REST interface is at <a href="/api/v1/openapi">/api/v1/openapi</a>.</p></body></html>""";

    private final SecureRandom random = new SecureRandom();
    private final String document = read();

    /** A page; its styles need the nonce that it carries and that its policy names. */
    @GetMapping(
            path = {
                "/",
                "/profiles",
                "/profiles/{id}",
                "/runs",
                "/runs/{id}",
                "/runs/{id}/results",
                "/compare",
                "/trend",
                "/agents",
                "/installations",
                "/workloads",
                "/access",
                "/login",
                "/set-password"
            },
            produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> page(HttpServletResponse response) {
        return answer(HttpStatus.OK, response);
    }

    /** The same document for unknown addresses; the page itself reports the error. */
    ResponseEntity<String> nowhere(HttpServletResponse response) {
        return answer(HttpStatus.NOT_FOUND, response);
    }

    private ResponseEntity<String> answer(HttpStatus status, HttpServletResponse response) {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = Base64.getEncoder().encodeToString(bytes);
        // Replaces the common policy; a header of the entity would be a second one, and both would apply.
        response.setHeader(BrowserHeaders.POLICY, BrowserHeaders.pages(nonce));
        return ResponseEntity.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .body(document.replace(NONCE, nonce));
    }

    private static String read() {
        ClassPathResource file = new ClassPathResource("static/index.html");
        if (!file.exists()) {
            return WITHOUT_UI;
        }
        try (InputStream in = file.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("index.html of the web front end cannot be read", e);
        }
    }
}
