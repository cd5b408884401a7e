package io.deskmeter.controller.web.documentation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/**
 * Where the links of documents lead: they name files, as they do where one reads the documents in the sources.
 * Immutable.
 */
final class DocumentLinks {
    static final String HOME = "/documentation";

    private static final String MARKDOWN = ".md";
    private static final String INDEX = "README.md";

    /** What a link leads to. */
    enum Kind {
        /** A document, or a picture of one. */
        INSIDE,
        /** A page of the web. */
        OUT,
        /** A file of the sources that is not part of the documentation. */
        SOURCE
    }

    /**
     * The end of a link.
     *
     * @param address what a browser is told; for a file of the sources its path in them
     */
    record Target(Kind kind, String address) {}

    private final Set<String> names;

    DocumentLinks(Set<String> names) {
        this.names = names;
    }

    /**
     * The file at an address below {@link #HOME}, whether there is one or not: a page has the name of its document
     * without the ending.
     */
    static String nameAt(String below) {
        String path = below.replaceAll("^/+|/+$", "");
        if (path.isEmpty()) {
            return INDEX;
        }
        return path.substring(path.lastIndexOf('/') + 1).indexOf('.') >= 0 ? path : path + MARKDOWN;
    }

    /** The address of a file. */
    static String address(String name) {
        String path = name.endsWith(MARKDOWN) ? name.substring(0, name.length() - MARKDOWN.length()) : name;
        String shorter = path.replaceFirst("(^|/)README$", "");
        return shorter.isEmpty() ? HOME : HOME + "/" + shorter;
    }

    /** The document that an address is about if there is one under the name or the index of a folder of the name. */
    String document(String below) {
        String name = nameAt(below);
        String index = name.substring(0, Math.max(0, name.length() - MARKDOWN.length())) + "/" + INDEX;
        return !names.contains(name) && names.contains(index) ? index : name;
    }

    /** Where a link on a page leads. */
    Target target(String page, String link) {
        URI uri;
        try {
            uri = new URI("/" + page).resolve(new URI(link));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return new Target(Kind.OUT, link);
        }
        if (uri.getScheme() != null) {
            return new Target(Kind.OUT, link);
        }
        String name = uri.getPath().replaceFirst("^/", "");
        if (!names.contains(name)) {
            return new Target(Kind.SOURCE, name.replaceFirst("^(\\.\\./)+", ""));
        }
        return new Target(Kind.INSIDE, address(name) + (uri.getFragment() == null ? "" : "#" + uri.getRawFragment()));
    }
}
