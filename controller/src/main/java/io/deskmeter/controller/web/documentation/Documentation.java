package io.deskmeter.controller.web.documentation;

import java.util.Optional;
import java.util.Set;
import org.springframework.core.io.Resource;

/** The documentation as pages and pictures, by their addresses. Thread-safe. */
final class Documentation {
    private static final String INDEX = DocumentLinks.nameAt("");

    private final DocumentationFiles files;
    private final DocumentLinks links;
    private final DocumentationLayout layout;
    private final String style = DocumentationFiles.style();

    Documentation(DocumentationFiles files) {
        this.files = files;
        this.links = new DocumentLinks(files.names());
        this.layout = new DocumentationLayout(
                INDEX, new MarkdownPage(INDEX, files.text(INDEX).orElse(""), links), links);
    }

    /** Of documents and pictures. */
    Set<String> names() {
        return files.names();
    }

    /** The page at an address below that of all; empty if there is none. */
    Optional<String> page(String below) {
        String name = links.document(below);
        return name.endsWith(".md")
                ? files.text(name).map(text -> layout.around(name, new MarkdownPage(name, text, links)))
                : Optional.empty();
    }

    /** The picture at an address below that of all; empty if there is none. */
    Optional<Resource> picture(String below) {
        String name = DocumentLinks.nameAt(below);
        return name.endsWith(".png") || name.endsWith(".svg") ? files.file(name) : Optional.empty();
    }

    /** The style of all pages. */
    String style() {
        return style;
    }

    String notFound() {
        return layout.notFound();
    }
}
