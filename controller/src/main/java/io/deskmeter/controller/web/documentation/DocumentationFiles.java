package io.deskmeter.controller.web.documentation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The files of the documentation on the class path, each by its path below {@code docs}, as
 * {@code guides/read-a-result.md}. Whatever somebody asks for is looked up among these names, never made into a path.
 * Immutable.
 */
final class DocumentationFiles {
    private static final String FOLDER = "io/deskmeter/controller/web/documentation/pages/";

    private final Map<String, Resource> files;

    private DocumentationFiles(Map<String, Resource> files) {
        this.files = files;
    }

    /** All there are; none in a controller that was built without them. */
    static DocumentationFiles find() {
        return new DocumentationFiles(below(FOLDER, "**/*.*"));
    }

    /**
     * The style of all pages, with the letters of the web pages: the build of these gives their file another name with
     * every change.
     */
    static String style() {
        StringBuilder style =
                new StringBuilder(read(new ClassPathResource(DocumentationLayout.STYLE, DocumentationFiles.class)));
        below("static/", "assets/inter-latin-wght-normal-*.woff2")
                .keySet()
                .forEach(letters -> style.append("""

                        @font-face {
                          font-family: 'Inter Variable';
                          font-weight: 100 900;
                          font-display: swap;
                          src: url(/%s) format('woff2');
                        }
                        """.formatted(letters)));
        return style.toString();
    }

    private static Map<String, Resource> below(String folder, String pattern) {
        Map<String, Resource> files = new HashMap<>();
        try {
            for (Resource file : new PathMatchingResourcePatternResolver(DocumentationFiles.class.getClassLoader())
                    .getResources("classpath*:" + folder + pattern)) {
                String address = file.getURL().getPath();
                files.put(address.substring(address.lastIndexOf(folder) + folder.length()), file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("files in " + folder + " on the class path cannot be listed", e);
        }
        return Map.copyOf(files);
    }

    Set<String> names() {
        return files.keySet();
    }

    Optional<Resource> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /** The text of a document; empty if there is none of this name. */
    Optional<String> text(String name) {
        return file(name).map(DocumentationFiles::read);
    }

    private static String read(Resource file) {
        try (InputStream in = file.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file.getDescription() + " of the documentation cannot be read", e);
        }
    }
}
