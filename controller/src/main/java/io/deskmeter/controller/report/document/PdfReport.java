package io.deskmeter.controller.report.document;

import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.svgsupport.BatikSVGDrawer;
import com.openhtmltopdf.util.Diagnostic;
import com.openhtmltopdf.util.XRLog;
import com.openhtmltopdf.util.XRLogger;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.report.chart.BandSamples;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Writes {@code report.pdf}: the page of {@link HtmlReport} on A4 sheets, with its charts as lines and letters and its
 * fonts embedded. Loads nothing from anywhere.
 */
public final class PdfReport {
    private static final String FONT = "Liberation Sans";
    private static final Pattern CHART = Pattern.compile("<svg([^>]*)>");

    static {
        XRLog.setLoggerImpl(new RenderErrors());
    }

    private PdfReport() {}

    /**
     * Writes the report.
     *
     * @param points all timings of the run, in any order; read once
     * @param bands samples of metrics with bands
     * @param out stays open
     */
    public static void write(RunReport report, Iterable<TimingPoint> points, BandSamples bands, OutputStream out)
            throws IOException {
        String page = HtmlReport.page(report, points, bands, "report-pdf.css");
        PdfRendererBuilder builder = new PdfRendererBuilder();
        font(builder, "LiberationSans-Regular.ttf", 400, FontStyle.NORMAL);
        font(builder, "LiberationSans-Bold.ttf", 700, FontStyle.NORMAL);
        builder.useSVGDrawer(new BatikSVGDrawer());
        builder.useUriResolver((base, address) -> null);
        builder.withProducer("Deskmeter");
        builder.withW3cDocument(document(page), null);
        builder.toStream(out);
        builder.run();
    }

    private static void font(PdfRendererBuilder builder, String file, int weight, FontStyle style) {
        builder.useFont(() -> resource("/liberation/" + file), FONT, weight, style, true);
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(PdfReport.class.getResourceAsStream(name), name);
    }

    /** Charts are drawn by a separate library, which needs their name space and styles. */
    private static Document document(String page) throws IOException {
        String styles = "<style type=\"text/css\">" + text("report-pdf-charts.css") + "</style>";
        String charts = CHART.matcher(page.substring(page.indexOf("<html")))
                .replaceAll("<svg xmlns=\"http://www.w3.org/2000/svg\"$1>" + Matcher.quoteReplacement(styles));
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setNamespaceAware(true);
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(charts)));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("the report's page is not well-formed", e);
        }
    }

    private static String text(String name) {
        try (InputStream in = resource(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes on what the library is worried about; it is talkative otherwise. */
    private static final class RenderErrors implements XRLogger {
        private static final Logger LOG = LoggerFactory.getLogger(PdfReport.class);

        @Override
        public void log(String where, Level level, String message) {
            log(where, level, message, null);
        }

        @Override
        public void log(String where, Level level, String message, @Nullable Throwable cause) {
            if (level.intValue() >= Level.WARNING.intValue()) {
                LOG.warn("{}: {}", where, message, cause);
            }
        }

        @Override
        public void setLevel(String logger, Level level) {
            // SLF4J's business.
        }

        @Override
        public boolean isLogLevelEnabled(Diagnostic diagnostic) {
            return diagnostic.getLevel().intValue() >= Level.WARNING.intValue();
        }
    }
}
