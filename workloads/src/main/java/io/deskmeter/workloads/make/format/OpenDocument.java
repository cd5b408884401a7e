package io.deskmeter.workloads.make.format;

import io.deskmeter.workloads.make.picture.Picture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An OpenDocument package (ISO/IEC 26300): a zip archive, here with stored entries and a fixed date. */
public final class OpenDocument {
    private static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);
    static final String NAMESPACES = """
            xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
            xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" \
            xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
            xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
            xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
            xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
            xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" \
            xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" \
            xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" \
            xmlns:xlink="http://www.w3.org/1999/xlink" \
            office:version="1.2\"""";

    private final String mediaType;
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    public OpenDocument(String mediaType) {
        this.mediaType = mediaType;
    }

    /**
     * Adds {@code content.xml}, {@code styles.xml} or {@code settings.xml}.
     *
     * @param root name of the root element without its prefix
     */
    public void xml(String name, String root, String body) {
        String text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:" + root + " " + NAMESPACES + ">\n" + body
                + "\n</office:" + root + ">\n";
        entries.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a picture and returns the name to refer to it by. */
    public String picture(String name, Picture picture) {
        String path = "Pictures/" + name + ".png";
        entries.put(path, picture.png());
        return path;
    }

    /** As {@link #picture}, with a palette. */
    public String indexedPicture(String name, Picture picture) {
        String path = "Pictures/" + name + ".png";
        entries.put(path, picture.indexedPng());
        return path;
    }

    /** As {@link #picture}, of a JPEG file. */
    public String photo(String name, byte[] jpeg) {
        String path = "Pictures/" + name + ".jpg";
        entries.put(path, jpeg);
        return path;
    }

    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            store(zip, "mimetype", mediaType.getBytes(StandardCharsets.US_ASCII));
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                store(zip, entry.getKey(), entry.getValue());
            }
            store(zip, "META-INF/manifest.xml", manifest().getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void store(ZipOutputStream zip, String name, byte[] data) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(data);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setTimeLocal(DATE);
        entry.setSize(data.length);
        entry.setCompressedSize(data.length);
        entry.setCrc(checksum.getValue());
        zip.putNextEntry(entry);
        zip.write(data);
        zip.closeEntry();
    }

    private String manifest() {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest"
                + " xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.2\">\n");
        fileEntry(text, "/", mediaType);
        for (String name : entries.keySet()) {
            fileEntry(text, name, mediaType(name));
        }
        return text.append("</manifest:manifest>\n").toString();
    }

    private static String mediaType(String name) {
        if (name.endsWith(".jpg")) {
            return "image/jpeg";
        }
        return name.endsWith(".png") ? "image/png" : "text/xml";
    }

    private static void fileEntry(StringBuilder text, String path, String type) {
        text.append("<manifest:file-entry manifest:full-path=\"")
                .append(path)
                .append("\" manifest:media-type=\"")
                .append(type)
                .append("\"/>\n");
    }

    /** Pixels at 96 dots per inch as ODF writes a length. */
    public static String points(int pixels) {
        return thousandths(pixels * 750);
    }

    /** The size of a picture that is to cover so many pixels: half a pixel more, for a painter that rounds down. */
    public static String paintedPoints(int pixels) {
        return thousandths(pixels * 750 + 375);
    }

    private static String thousandths(int points) {
        return String.format(Locale.ROOT, "%d.%03dpt", points / 1000, points % 1000);
    }
}
