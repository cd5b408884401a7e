package io.deskmeter.controller.web.documentation;

import io.deskmeter.controller.web.documentation.DocumentLinks.Kind;
import io.deskmeter.controller.web.documentation.DocumentLinks.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * A document as HTML. Documents have no HTML of their own: comments in them are for tests and for those who write, and
 * everything else of the kind is shown as text.
 */
final class MarkdownPage {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private static final String COMMENT = "<!--";

    /**
     * A heading.
     *
     * @param id what a link names after {@code #}
     */
    record Place(int level, String id, String text) {}

    private final String name;
    private final DocumentLinks links;
    private final Node document;
    private final Map<Node, Place> headings;

    MarkdownPage(String name, String markdown, DocumentLinks links) {
        this.name = name;
        this.links = links;
        this.document = PARSER.parse(markdown);
        this.headings = headings(document);
    }

    /** Its first heading. */
    String title() {
        return headings.values().stream().map(Place::text).findFirst().orElse(name);
    }

    List<Place> places() {
        return List.copyOf(headings.values());
    }

    /** The links in order, each below the heading of the second level that it stands under. */
    Map<String, List<Link>> linksByHeading() {
        Map<String, List<Link>> found = new LinkedHashMap<>();
        document.accept(new AbstractVisitor() {
            private String under = "";

            @Override
            public void visit(Heading heading) {
                if (heading.getLevel() == 2) {
                    under = words(heading);
                }
                super.visit(heading);
            }

            @Override
            public void visit(Link link) {
                found.computeIfAbsent(under, any -> new ArrayList<>()).add(link);
            }
        });
        return found;
    }

    /** The words of a node without their marks. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }
        });
        return words.toString();
    }

    String html() {
        String html = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .nodeRendererFactory(Nodes::new)
                .attributeProviderFactory(any -> this::attributes)
                .build()
                .render(document);
        // Text cannot hold these: it is escaped. Tables that are wider than a small screen are scrolled, also with
        // keys.
        return html.replace("<table>", "<div class=\"scrolls\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
    }

    private void attributes(Node node, String tag, Map<String, String> attributes) {
        Place place = headings.get(node);
        if (place != null) {
            attributes.put("id", place.id());
        } else if (node instanceof Image image) {
            attributes.put("src", links.target(name, image.getDestination()).address());
            attributes.put("loading", "lazy");
        } else if (node instanceof FencedCodeBlock && tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
    }

    /** All headings, named as GitHub names them, where links are followed too. */
    private static Map<Node, Place> headings(Node document) {
        Map<Node, Place> found = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String text = words(heading);
                String plain = text.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int times = seen.merge(plain, 1, Integer::sum);
                found.put(heading, new Place(heading.getLevel(), times == 1 ? plain : plain + "-" + (times - 1), text));
            }
        });
        return found;
    }

    /** What is not rendered as Markdown says. */
    private final class Nodes implements NodeRenderer {
        private final HtmlNodeRendererContext context;
        private final HtmlWriter html;

        Nodes(HtmlNodeRendererContext context) {
            this.context = context;
            this.html = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Link.class, HtmlBlock.class, HtmlInline.class);
        }

        @Override
        public void render(Node node) {
            if (node instanceof Link link) {
                link(link, links.target(name, link.getDestination()));
            } else if (node instanceof HtmlBlock block) {
                unlessComment(block.getLiteral());
            } else if (node instanceof HtmlInline inline) {
                unlessComment(inline.getLiteral());
            }
        }

        private void unlessComment(String literal) {
            if (!literal.stripLeading().startsWith(COMMENT)) {
                html.text(literal);
            }
        }

        private void link(Link link, Target target) {
            Map<String, String> attributes = new LinkedHashMap<>();
            if (target.kind() == Kind.SOURCE) {
                attributes.put("class", "source");
                attributes.put("title", "In the sources of Deskmeter: " + target.address());
                element("span", attributes, link);
                return;
            }
            attributes.put("href", context.encodeUrl(target.address()));
            if (target.kind() == Kind.OUT) {
                attributes.put("class", "out");
                attributes.put("rel", "noreferrer");
                attributes.put("title", "Leads out of this controller, to the web");
            }
            element("a", attributes, link);
        }

        private void element(String tag, Map<String, String> attributes, Node around) {
            html.tag(tag, attributes);
            for (Node child = around.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
            html.tag("/" + tag);
        }
    }
}
