package io.deskmeter.controller.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.Sample;
import io.deskmeter.controller.report.chart.BandSamples;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PdfReportTest {
    @Test
    void theReportIsOnPagesWithItsFontsInThem() throws Exception {
        Sample sample = new Sample(5, "<script>&\u0007");
        RunReport report = sample.report(List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PdfReport.write(report, sample.timings(), BandSamples.NONE, out);
        try (PDDocument document = Loader.loadPDF(out.toByteArray())) {
            String text = new PDFTextStripper().getText(document);
            assertThat(text)
                    .containsPattern("Capacity\\s+" + report.verdict().capacity() + "\\hsessions")
                    .contains("<script>&")
                    .contains("95th percentile over sessions", "Load points", "Can it be trusted?")
                    .contains("1 of " + document.getNumberOfPages());
            for (PDPage page : document.getPages()) {
                for (var name : page.getResources().getFontNames()) {
                    assertThat(page.getResources().getFont(name).isEmbedded())
                            .as("font %s", page.getResources().getFont(name).getName())
                            .isTrue();
                }
            }
        }
    }
}
