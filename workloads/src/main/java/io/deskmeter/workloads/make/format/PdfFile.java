package io.deskmeter.workloads.make.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A PDF file (ISO 32000-1) of A4 pages, without compression. Lengths are points, from the bottom left of a page. */
public final class PdfFile {
    static final int WIDTH = 595;
    public static final int HEIGHT = 842;
    private static final int CATALOGUE = 1;
    private static final int PAGES = 2;
    private static final int FONT = 3;

    /** Numbered from 1; the first three are filled in at the end. */
    private final List<byte[]> objects = new ArrayList<>(List.of(new byte[0], new byte[0], new byte[0]));

    private final List<Integer> pages = new ArrayList<>();

    /**
     * Adds an image of black and white, eight pixels a byte, rows padded to bytes, white is 1.
     *
     * @return its number, for {@link PdfPage#image}
     */
    public int bitmap(int width, int height, byte[] bits) {
        return stream(
                "/Type /XObject /Subtype /Image /Width " + width + " /Height " + height
                        + " /ColorSpace /DeviceGray /BitsPerComponent 1",
                bits);
    }

    /** Adds a page; its font is Helvetica. */
    public void page(PdfPage page) {
        int contents = stream("", ascii(page.content()));
        String image = page.image() == 0 ? "" : " /XObject << /Image " + page.image() + " 0 R >>";
        objects.add(ascii("<< /Type /Page /Parent " + PAGES + " 0 R /MediaBox [0 0 " + WIDTH + " " + HEIGHT
                + "] /Contents " + contents + " 0 R /Resources << /Font << /F " + FONT + " 0 R >>" + image + " >> >>"));
        pages.add(objects.size());
    }

    private int stream(String entries, byte[] data) {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.writeBytes(ascii("<< " + entries + " /Length " + data.length + " >>\nstream\n"));
        object.writeBytes(data);
        object.writeBytes(ascii("\nendstream"));
        objects.add(object.toByteArray());
        return objects.size();
    }

    public byte[] bytes() {
        objects.set(CATALOGUE - 1, ascii("<< /Type /Catalog /Pages " + PAGES + " 0 R >>"));
        StringBuilder kids = new StringBuilder();
        pages.forEach(page -> kids.append(page).append(" 0 R "));
        objects.set(PAGES - 1, ascii("<< /Type /Pages /Count " + pages.size() + " /Kids [" + kids + "] >>"));
        objects.set(FONT - 1, ascii("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        StringBuilder table = new StringBuilder("xref\n0 " + (objects.size() + 1) + "\n0000000000 65535 f \n");
        file.writeBytes(ascii("%PDF-1.4\n"));
        for (int i = 0; i < objects.size(); i++) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", file.size()));
            file.writeBytes(ascii((i + 1) + " 0 obj\n"));
            file.writeBytes(objects.get(i));
            file.writeBytes(ascii("\nendobj\n"));
        }
        int start = file.size();
        file.writeBytes(ascii(table + "trailer\n<< /Size " + (objects.size() + 1) + " /Root " + CATALOGUE
                + " 0 R >>\nstartxref\n" + start + "\n%%EOF\n"));
        return file.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
