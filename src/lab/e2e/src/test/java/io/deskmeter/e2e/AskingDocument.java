package io.deskmeter.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A text document with a macro, of which LibreOffice asks whether it may run. */
final class AskingDocument {
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    private static final String LIBRARY = " xmlns:library=\"http://openoffice.org/2000/library\"";
    private static final String MODULE = "Basic/Standard/Macros.xml";
    private static final String MANIFEST = "META-INF/manifest.xml";

    private AskingDocument() {}

    /** Adds a macro to a document without one. */
    static void write(Path plain, Path asking) throws IOException {
        Map<String, byte[]> parts = parts(plain);
        Map<String, String> added = added();
        added.forEach((name, text) -> parts.put(name, text.getBytes(StandardCharsets.UTF_8)));
        StringBuilder entries = new StringBuilder(entry("Basic/", ""));
        added.keySet().forEach(name -> entries.append(entry(name, "text/xml")));
        String manifest = new String(parts.get(MANIFEST), StandardCharsets.UTF_8);
        parts.put(
                MANIFEST,
                manifest.replace("</manifest:manifest>", entries + "</manifest:manifest>")
                        .getBytes(StandardCharsets.UTF_8));
        write(parts, asking);
    }

    private static Map<String, String> added() {
        Map<String, String> added = new LinkedHashMap<>();
        added.put(
                "Basic/script-lc.xml",
                HEAD + "<library:libraries" + LIBRARY + " xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
                        + "<library:library library:name=\"Standard\" library:link=\"false\"/></library:libraries>");
        added.put(
                "Basic/Standard/script-lb.xml",
                HEAD + "<library:library" + LIBRARY + " library:name=\"Standard\" library:readonly=\"false\""
                        + " library:passwordprotected=\"false\"><library:element library:name=\"Macros\"/></library:library>");
        added.put(
                MODULE,
                HEAD + "<script:module xmlns:script=\"http://openoffice.org/2000/script\" script:name=\"Macros\""
                        + " script:language=\"StarBasic\">Sub Main\n count = 1\nEnd Sub</script:module>");
        return added;
    }

    private static String entry(String path, String type) {
        return "<manifest:file-entry manifest:full-path=\"" + path + "\" manifest:media-type=\"" + type + "\"/>";
    }

    private static Map<String, byte[]> parts(Path document) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (InputStream in = Files.newInputStream(document);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    parts.put(entry.getName(), zip.readAllBytes());
                }
            }
        }
        return parts;
    }

    /** The type of the document is its first part, and not compressed. */
    private static void write(Map<String, byte[]> parts, Path document) throws IOException {
        try (OutputStream out = Files.newOutputStream(document);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            byte[] type = parts.get("mimetype");
            ZipEntry first = new ZipEntry("mimetype");
            first.setMethod(ZipEntry.STORED);
            first.setSize(type.length);
            CRC32 sum = new CRC32();
            sum.update(type);
            first.setCrc(sum.getValue());
            zip.putNextEntry(first);
            zip.write(type);
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                if (!part.getKey().equals("mimetype")) {
                    zip.putNextEntry(new ZipEntry(part.getKey()));
                    zip.write(part.getValue());
                }
            }
        }
    }
}
