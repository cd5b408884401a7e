package io.deskmeter.controller.web.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The documents of this repository as the controller shows them. */
@Tag("slow")
class DocumentationTest {
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
    private static final String HOME = "/documentation";

    private final Documentation documentation = new Documentation(DocumentationFiles.find());

    private Map<String, String> pages() {
        Map<String, String> pages = new TreeMap<>();
        for (String name : documentation.names()) {
            if (name.endsWith(".md")) {
                String address = DocumentLinks.address(name);
                pages.put(
                        address,
                        documentation.page(address.substring(HOME.length())).orElseThrow());
            }
        }
        return pages;
    }

    @Test
    void everyLinkLeadsToAPageAndAHeading() {
        Map<String, String> pages = pages();
        Map<String, Set<String>> places = new TreeMap<>();
        pages.forEach((address, html) -> places.put(
                address, ID.matcher(html).results().map(id -> id.group(1)).collect(Collectors.toSet())));
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Map.Entry<String, String> page : pages.entrySet()) {
            for (String link : ADDRESS.matcher(page.getValue())
                    .results()
                    .map(found -> found.group(1))
                    .toList()) {
                links++;
                String[] parts = link.split("#", 2);
                String address = parts[0].isEmpty() ? page.getKey() : parts[0];
                boolean leads = places.containsKey(address)
                        ? parts.length == 1 || places.get(address).contains(parts[1])
                        : address.startsWith(HOME)
                                ? address.endsWith(".css")
                                        || documentation
                                                .picture(address.substring(HOME.length()))
                                                .isPresent()
                                : address.startsWith("https://")
                                        || Set.of("/", "/icon.svg").contains(address);
                if (!leads) {
                    dead.add(page.getKey() + ": " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(pages).hasSizeGreaterThan(100);
        assertThat(links).isGreaterThan(1000);
    }

    @Test
    void nothingOfMarkdownIsLeft() {
        assertThat(pages())
                .allSatisfy((address, html) -> assertThat(html.replaceAll("(?s)<pre.*?</pre>|<code>.*?</code>", ""))
                        .doesNotContain("<!--")
                        .doesNotContain("&lt;!--")
                        .doesNotContain("](")
                        .doesNotContain("|---")
                        .doesNotContain("| ---"));
        assertThat(pages()).allSatisfy((address, html) -> {
            assertThat(html.split("<h1", -1)).as(address).hasSize(2);
            assertThat(html).contains("<title>").doesNotContain("<script").doesNotContain(" style=");
        });
    }

    @Test
    void theListOfAllPagesMarksTheOneThatIsShown() {
        String page = documentation.page("/guides/read-a-result").orElseThrow();
        assertThat(page)
                .contains("<a href=\"/documentation/guides/read-a-result\" aria-current=\"page\">")
                .contains("<a href=\"/documentation/glossary\">")
                .contains("src=\"/documentation/images/report-annotated.svg\"")
                .contains("<title>Read and present a result · Deskmeter documentation</title>");
    }

    @Test
    void thereIsNothingElse() {
        assertThat(documentation.page("")).isPresent().isEqualTo(documentation.page("/"));
        assertThat(documentation.page("/decisions")).isPresent().isEqualTo(documentation.page("/decisions/"));
        for (String path : List.of("/none", "/../README", "//", "/guides", "/images/ways.png", "/README.md.md", "/.")) {
            assertThat(documentation.page(path).filter(page -> !path.equals("//")))
                    .as(path)
                    .isEmpty();
        }
        for (String path : List.of("/none.png", "/glossary", "/glossary.md", "/../../Documentation.class")) {
            assertThat(documentation.picture(path)).as(path).isEmpty();
        }
        assertThat(documentation.notFound()).contains("Page not found").contains("href=\"/documentation\"");
        assertThat(documentation.style()).contains("prefers-color-scheme: dark");
    }

    /** Documents of the sources are text of this project, but so is every other text. */
    @Test
    void textStaysTextAndLinksOutAreMarked() {
        DocumentLinks links = new DocumentLinks(Set.of("a.md", "guides/b.md", "images/c.png"));
        String html = new MarkdownPage("guides/b.md", """
                # A & B

                <!-- for tests -->
                <script>alert(1)</script>

                [a](../a.md#x), [out](https://example.org/?a=1&b=2), [source](../../workloads/x.yaml), `<code>` <!-- not shown -->

                ## A & B

                | a | b |
                | --- | --- |
                | `x` | ![c](../images/c.png) |
                """, links).html();
        assertThat(html)
                .contains("<h1 id=\"a--b\">", "<h2 id=\"a--b-1\">")
                .doesNotContain("<script", "for tests", "not shown")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .contains("<a href=\"/documentation/a#x\">a</a>")
                .contains("<a href=\"https://example.org/?a=1&amp;b=2\" class=\"out\" rel=\"noreferrer\" title=")
                .contains(
                        "<span class=\"source\" title=\"In the sources of Deskmeter: workloads/x.yaml\">source</span>")
                .contains("<div class=\"scrolls\" tabindex=\"0\"><table>")
                .contains("<img src=\"/documentation/images/c.png\" alt=\"c\"");
    }
}
