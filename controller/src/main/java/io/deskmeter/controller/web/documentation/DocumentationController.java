package io.deskmeter.controller.web.documentation;

import io.swagger.v3.oas.annotations.Hidden;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves the documentation. It is read when somebody asks for it first, not at every start. */
@Hidden
@RestController
class DocumentationController {
    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);
    /** Another version of the program has other pages at the same addresses. */
    private static final CacheControl BRIEF =
            CacheControl.maxAge(Duration.ofMinutes(5)).cachePrivate();

    private static final MediaType CSS = new MediaType("text", "css", StandardCharsets.UTF_8);

    private final Supplier<Documentation> documentation =
            SingletonSupplier.of(() -> new Documentation(DocumentationFiles.find()));

    /** A page, a picture of one, or the style of all. */
    @GetMapping(DocumentLinks.HOME + "/{*path}")
    ResponseEntity<?> get(@PathVariable String path) {
        if (path.equals("/" + DocumentationLayout.STYLE)) {
            return ResponseEntity.ok()
                    .contentType(CSS)
                    .cacheControl(BRIEF)
                    .body(documentation.get().style());
        }
        Optional<Resource> picture = documentation.get().picture(path);
        if (picture.isPresent()) {
            return ResponseEntity.ok()
                    .contentType(
                            MediaTypeFactory.getMediaType(picture.get()).orElse(MediaType.APPLICATION_OCTET_STREAM))
                    .cacheControl(BRIEF)
                    .body(picture.get());
        }
        Optional<String> page = documentation.get().page(path);
        return ResponseEntity.status(page.isPresent() ? HttpStatus.OK : HttpStatus.NOT_FOUND)
                .contentType(HTML)
                .cacheControl(page.isPresent() ? BRIEF : CacheControl.noStore())
                .body(page.orElseGet(documentation.get()::notFound));
    }
}
