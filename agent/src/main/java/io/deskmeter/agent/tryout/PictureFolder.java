package io.deskmeter.agent.tryout;

import io.deskmeter.agent.evidence.EvidenceFile;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.EvidencePage;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.access.PrivateFolders;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes pictures and the page that shows them into a folder, after every operation. Thread-safe. */
final class PictureFolder {
    private static final Logger LOG = LoggerFactory.getLogger(PictureFolder.class);

    private final Path folder;
    private final String title;
    private final List<FilmStrip> strips = new ArrayList<>();
    private boolean failing;

    /**
     * Creates the folder.
     *
     * @throws IllegalArgumentException if it cannot be written, with a message for display
     */
    PictureFolder(Path folder, String title) {
        this.folder = folder;
        this.title = title;
        try {
            if (Files.notExists(folder)) {
                PrivateFolders.provide(folder);
            }
            page(0);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--frames: " + folder + " cannot be written: " + FaultText.reason(e) + " "
                            + StorageFault.expectation(e, folder),
                    e);
        }
    }

    synchronized void keep(EvidenceFile picture) {
        FilmStrip strip = picture.strip();
        try {
            AtomicFile.write(folder.resolve(picture.name()), picture.content());
            if (strip != null) {
                strips.add(strip);
                page(0);
            }
        } catch (IOException e) {
            logFailure(picture.name(), e);
        }
    }

    /** The final message: how many pictures could not be written. */
    synchronized void finish(long leftOut) {
        try {
            page(leftOut);
        } catch (IOException e) {
            logFailure("index.html", e);
        }
    }

    private void page(long leftOut) throws IOException {
        StringWriter page = new StringWriter();
        EvidencePage.write(title, strips, leftOut, page);
        AtomicFile.write(folder.resolve("index.html"), page.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Logged completely once, because on a full disk every picture fails in the same way. */
    private void logFailure(String name, IOException e) {
        if (failing) {
            LOG.debug("{} not written: {}", name, e.toString());
        } else {
            failing = true;
            LOG.error(
                    "pictures: {} could not be written: {} {}; logged once; the trial continues",
                    folder.resolve(name),
                    e.toString(),
                    StorageFault.expectation(e, folder));
        }
    }
}
