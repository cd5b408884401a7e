package io.deskmeter.testkit.skipped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The test reports below a folder: of Surefire, Failsafe and Vitest.
 *
 * @param tests how many there are, run or not
 * @param skipped those that were not run, by name
 */
record TestReports(int tests, List<SkippedTest> skipped) {
    private static final int DEPTH = 6;
    private static final String PAGES = "vitest-reports";
    private static final Pattern REPORT =
            Pattern.compile("/target/(surefire-reports|failsafe-reports|" + PAGES + ")/TEST-[^/]*\\.xml$");

    TestReports {
        skipped = skipped.stream().sorted().toList();
    }

    /**
     * Reads reports.
     *
     * @param since older reports belong to another run; those of Vitest always count, because unchanged code is not
     *     tested again
     */
    static TestReports read(Path home, FileTime since) throws IOException {
        int tests = 0;
        List<SkippedTest> skipped = new ArrayList<>();
        for (Path file : files(home, since)) {
            NodeList cases = parse(file).getElementsByTagName("testcase");
            tests += cases.getLength();
            for (int i = 0; i < cases.getLength(); i++) {
                if (cases.item(i) instanceof Element test) {
                    addSkipped(test, skipped);
                }
            }
        }
        return new TestReports(tests, skipped);
    }

    private static List<Path> files(Path home, FileTime since) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all =
                Files.find(home, DEPTH, (path, attributes) -> attributes.isRegularFile() && isReport(path))) {
            for (Path file : all.sorted().toList()) {
                boolean pages = file.toString().contains(PAGES);
                if (pages || Files.getLastModifiedTime(file).compareTo(since) >= 0) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static boolean isReport(Path path) {
        return REPORT.matcher(path.toString().replace('\\', '/')).find();
    }

    private static void addSkipped(Element test, List<SkippedTest> skipped) {
        for (Node child = test.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals("skipped")) {
                String of = test.getAttribute("classname");
                String name = test.getAttribute("name");
                skipped.add(new SkippedTest(
                        name.isEmpty() ? of : of + "." + name,
                        element.getAttribute("message").strip()));
                return;
            }
        }
    }

    private static Element parse(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + ": " + e.getMessage() + " (expected: a report of tests as XML)", e);
        }
    }
}
