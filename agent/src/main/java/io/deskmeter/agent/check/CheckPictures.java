package io.deskmeter.agent.check;

import io.deskmeter.agent.evidence.painter.ScreenshotEncoder;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the pictures of logons that a check has found wanting: the last one of each host and user.
 *
 * @param folder of this agent's own
 */
record CheckPictures(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(CheckPictures.class);

    /** Below an agent's state folder. */
    static CheckPictures below(Path state) {
        return new CheckPictures(state.resolve("check"));
    }

    /** Keeps it, and says where, for a finding; empty where there is no picture or no room for it. */
    String keep(SessionSlot slot, Optional<Frame> picture) {
        if (picture.isEmpty()) {
            return "";
        }
        String name =
                (slot.getUser() + "-on-" + slot.getHost() + "-" + slot.getPort()).replaceAll("[^A-Za-z0-9.-]", "_");
        Path file = folder.resolve(name + ".png");
        try {
            Files.createDirectories(folder);
            Files.write(file, ScreenshotEncoder.png(picture.get(), 0));
            return "; its picture is " + file + " on the agent's machine";
        } catch (IOException e) {
            LOG.warn("{}: the picture of a logon cannot be kept: {}", file, e.toString());
            return "";
        }
    }
}
