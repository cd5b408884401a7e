package io.deskmeter.controller.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JUnitXmlTest {
    private final RunReport report = new Sample(5, "office/writer").report(List.of());

    @Test
    void hasACaseForValidityThresholdsAndExpectations() throws Exception {
        Document xml = parse(write(report));
        Element suite = (Element) xml.getDocumentElement().getFirstChild();
        assertThat(suite.getAttribute("name")).isEqualTo("deskmeter.demo");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-03-14T09:26:53");
        Map<String, String> ends = ends(xml);
        assertThat(ends)
                .containsExactly(
                        Map.entry("the run is valid", "passed"),
                        Map.entry("p95 of group A <= 1000 ms", "passed"),
                        Map.entry("p95 of group B <= 6000 ms", "passed"),
                        Map.entry("capacity >= 3 sessions", "passed"),
                        Map.entry("groupA.p95 < 1 ms", "failure"),
                        Map.entry("host.cpu <= 85 %", "error"));
        assertThat(suite.getAttribute("tests")).isEqualTo("6");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
    }

    @Test
    void anInvalidRunIsAFailureWithItsReasons() throws Exception {
        RunReport invalid = new Sample(3, "office/writer").report(List.of("lost: 3 of 9", "1 harness-error"));
        Document xml = parse(write(invalid));
        assertThat(ends(xml)).containsEntry("the run is valid", "failure");
        Element failure = (Element) xml.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("lost: 3 of 9; 1 harness-error");
        assertThat(failure.getTextContent()).isEqualTo("lost: 3 of 9; 1 harness-error");
    }

    /** Names come from profiles and machines: the document is valid for any characters. */
    @Test
    void hostileTextStaysText() throws Exception {
        String hostile = "]]><testcase name=\"x\"/> & <!-- \u0000\u0001\u001f\ud800 \ufffe é 😀 \" '";
        Sample sample = new Sample(3, hostile);
        Document xml = parse(write(sample.report(List.of(hostile))));
        assertThat(ends(xml)).hasSize(6);
        Element failure = (Element) xml.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("]]><testcase name=\"x\"/> & <!-- \ufffd\ufffd\ufffd\ufffd \ufffd é 😀 \" '");
    }

    private static byte[] write(RunReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JUnitXml.write(report, out);
        return out.toByteArray();
    }

    /** Validates the document against the schema of build servers, then parses it. */
    private static Document parse(byte[] xml) throws Exception {
        SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        schemas.newSchema(Objects.requireNonNull(JUnitXmlTest.class.getResource("junit.xsd")))
                .newValidator()
                .validate(new StreamSource(new ByteArrayInputStream(xml)));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(xml));
    }

    private static Map<String, String> ends(Document xml) {
        NodeList cases = xml.getElementsByTagName("testcase");
        Map<String, String> ends = new LinkedHashMap<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            String child =
                    one.getFirstChild() == null ? "" : one.getFirstChild().getNodeName();
            ends.put(one.getAttribute("name"), child.equals("failure") || child.equals("error") ? child : "passed");
        }
        return ends;
    }
}
