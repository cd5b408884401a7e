package io.deskmeter.agent.tryout;

import io.deskmeter.agent.evidence.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes pictures into a folder. */
record PictureFolder(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(PictureFolder.class);

    void keep(Picture picture) {
        try {
            Files.write(folder.resolve(picture.name()), picture.png());
        } catch (IOException e) {
            LOG.error("{}: not written: {}", folder.resolve(picture.name()), e.toString());
        }
    }
}
