package io.deskmeter.e2e;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Text and tables of a document that is well-formed XML: {@code report.html} without its document type, or
 * {@code junit.xml}.
 */
final class ReportPage {
    private final Document document;

    private ReportPage(Document document) {
        this.document = document;
    }

    static ReportPage read(String text) throws IOException {
        try {
            String xml = text.replaceFirst("(?i)^\\s*<!doctype[^>]*>", "");
            return new ReportPage(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml))));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("not well-formed", e);
        }
    }

    /** All of its text. */
    String text() {
        return document.getDocumentElement().getTextContent();
    }

    /** All elements of that name, in their order. */
    List<Element> elements(String name) {
        return elements(document.getElementsByTagName(name));
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** The rows of the body of the only table whose caption contains these words. */
    List<Element> rows(String caption) {
        List<Element> tables = elements("table").stream()
                .filter(table -> elements(table.getElementsByTagName("caption")).stream()
                        .anyMatch(words -> words.getTextContent().contains(caption)))
                .toList();
        if (tables.size() != 1) {
            throw new AssertionError("tables with " + caption + ": " + tables.size() + " (expected: 1)");
        }
        return elements(((Element) tables.get(0).getElementsByTagName("tbody").item(0)).getElementsByTagName("tr"));
    }

    /** The headings of the only table whose caption contains these words. */
    List<String> headings(String caption) {
        Node table = rows(caption).get(0).getParentNode().getParentNode();
        return elements(((Element) table).getElementsByTagName("thead")).stream()
                .flatMap(head -> elements(head.getElementsByTagName("th")).stream())
                .map(Element::getTextContent)
                .toList();
    }

    /** The texts of the cells of a row, the first one included. */
    static List<String> cells(Element row) {
        List<String> cells = new ArrayList<>();
        for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNextSibling()) {
            if (cell instanceof Element) {
                cells.add(cell.getTextContent());
            }
        }
        return cells;
    }
}
