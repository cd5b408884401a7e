package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.DesktopEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file that desktop environments execute when a session starts, as the XDG autostart specification has it. */
final class DesktopEntryAutostart implements Autostart {
    private static final String EXEC = "Exec=";

    private final Path file;

    /** @param folder {@code ~/.config/autostart} or {@code /etc/xdg/autostart} */
    DesktopEntryAutostart(Path folder) {
        this.file = folder.resolve(DesktopEntry.FILE);
    }

    @Override
    public Optional<String> command() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(EXEC))
                .map(line -> line.substring(EXEC.length()))
                .findFirst();
    }

    @Override
    public void set(List<String> command) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, DesktopEntry.text(command));
    }

    @Override
    public void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
