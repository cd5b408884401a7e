package io.deskmeter.agent.lint;

import io.deskmeter.text.FaultText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads the pictures of a workload's content, one at a time: files, and those within documents that are ZIP archives,
 * as the formats of office suites are.
 */
final class ContentPictures {
    private static final Set<String> PICTURES = Set.of("png", "jpg", "jpeg", "gif", "bmp");
    private static final Set<String> ARCHIVES =
            Set.of("odt", "ods", "odp", "odg", "docx", "xlsx", "pptx", "vsdx", "epub", "zip");

    /** What a small archive may be unpacked to. */
    private static final int MOST_BYTES = 64 << 20;

    private static final String FILES = "content/";

    private final Visitor visitor;

    private ContentPictures(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Receives each picture. */
    interface Visitor {
        /**
         * Receives one that can be read.
         *
         * @param container what holds it: a document, or {@code content/} for files
         */
        void picture(String container, ScreenPicture picture);

        void unreadable(String name, String reason);
    }

    /** Visits those below a folder, sorted; none if there is no such folder. */
    static void visit(Path content, Visitor visitor) throws IOException {
        if (!Files.isDirectory(content)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(content)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        ContentPictures pictures = new ContentPictures(visitor);
        for (Path file : files) {
            pictures.read(FILES + content.relativize(file).toString().replace('\\', '/'), file);
        }
    }

    private void read(String name, Path file) throws IOException {
        if (PICTURES.contains(ending(name))) {
            try (InputStream in = Files.newInputStream(file)) {
                picture(FILES, name, in);
            }
        } else if (ARCHIVES.contains(ending(name))) {
            try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    if (!entry.isDirectory() && PICTURES.contains(ending(entry.getName()))) {
                        byte[] bytes = zip.readNBytes(MOST_BYTES);
                        picture(name, name + "!" + entry.getName(), new ByteArrayInputStream(bytes));
                    }
                }
            } catch (IOException e) {
                visitor.unreadable(name, "a damaged archive: " + FaultText.reason(e));
            }
        }
    }

    private void picture(String container, String name, InputStream in) {
        ScreenPicture picture;
        try {
            picture = ScreenPicture.read(name, in);
        } catch (IOException e) {
            visitor.unreadable(name, String.valueOf(e.getMessage()));
            return;
        }
        visitor.picture(container, picture);
    }

    private static String ending(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
