package io.deskmeter.bench.pages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts browsers, and ends those that are left when the user interrupts. Thread-safe. */
final class Browsers implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 800;

    private final Path folder;
    private final Set<Chromium> open = ConcurrentHashMap.newKeySet();

    /** @param folder for their profiles */
    Browsers(Path folder) {
        this.folder = folder;
    }

    /** One with a profile of its own, which is new. */
    Chromium start() throws IOException {
        return start(Chromium.Make.PLAIN);
    }

    Chromium start(Chromium.Make make) throws IOException {
        Chromium chromium = Chromium.start(folder, WIDTH, HEIGHT, make, open::remove);
        open.add(chromium);
        return chromium;
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(Chromium::close);
    }
}
