package io.deskmeter.controller.web.documentation;

import io.deskmeter.controller.web.documentation.DocumentLinks.Kind;
import io.deskmeter.controller.web.documentation.DocumentLinks.Target;
import io.deskmeter.controller.web.documentation.MarkdownPage.Place;
import java.util.List;
import java.util.Map;
import org.commonmark.node.Link;
import org.springframework.web.util.HtmlUtils;

/**
 * What stands around every document: the head of the program, the headings of the page, and the list of all pages,
 * which is that of the index. Immutable.
 */
final class DocumentationLayout {
    static final String STYLE = "documentation.css";

    /** With fewer headings a page is seen at a glance. */
    private static final int WORTH_A_LIST = 3;

    private final Map<String, List<Link>> pages;
    private final String index;
    private final DocumentLinks links;

    /** @param index the name of the document that lists all others */
    DocumentationLayout(String index, MarkdownPage document, DocumentLinks links) {
        this.pages = document.linksByHeading();
        this.index = index;
        this.links = links;
    }

    String around(String name, MarkdownPage page) {
        return page(name, page.title(), here(page.places()) + page.html());
    }

    String notFound() {
        return page("", "Page not found", """
                <h1>Page not found</h1>
                <p>The documentation of this controller has no page at this address. <a href="%s">Open the list of all pages</a>.</p>
                """.formatted(DocumentLinks.HOME));
    }

    private String page(String name, String title, String content) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s · Deskmeter documentation</title>
                <link rel="icon" href="/icon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="%s">
                </head>
                <body>
                <a class="skip" href="#content">Skip to content</a>
                <header>
                <a class="home" href="/"><img src="/icon.svg" alt="" width="24" height="24">Deskmeter</a>
                <a href="%s">Documentation</a>
                <a class="narrow" href="#pages">All pages</a>
                </header>
                <div class="columns">
                <main id="content" tabindex="-1">
                %s</main>
                <nav id="pages" aria-label="All pages">
                %s</nav>
                </div>
                </body>
                </html>
                """.formatted(escaped(title), DocumentLinks.HOME + "/" + STYLE, DocumentLinks.HOME, content, list(name));
    }

    private static String here(List<Place> places) {
        List<Place> parts = places.stream().filter(place -> place.level() == 2).toList();
        if (parts.size() < WORTH_A_LIST) {
            return "";
        }
        StringBuilder html = new StringBuilder("<details class=\"here\"><summary>On this page</summary>\n<ul>\n");
        parts.forEach(place -> html.append("<li><a href=\"#")
                .append(escaped(place.id()))
                .append("\">")
                .append(escaped(place.text()))
                .append("</a></li>\n"));
        return html.append("</ul></details>\n").toString();
    }

    private String list(String current) {
        StringBuilder html = new StringBuilder();
        pages.forEach((heading, listed) -> {
            html.append("<h2>").append(escaped(heading)).append("</h2>\n<ul>\n");
            for (Link link : listed) {
                Target target = links.target(index, link.getDestination());
                if (target.kind() == Kind.INSIDE) {
                    String mark =
                            target.address().equals(DocumentLinks.address(current)) ? " aria-current=\"page\"" : "";
                    html.append("<li><a href=\"")
                            .append(escaped(target.address()))
                            .append('"')
                            .append(mark)
                            .append('>')
                            .append(escaped(MarkdownPage.words(link)))
                            .append("</a></li>\n");
                }
            }
            html.append("</ul>\n");
        });
        return html.toString();
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }
}
