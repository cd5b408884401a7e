package io.deskmeter.bench.pages;

import io.deskmeter.bench.controller.ControllerProcess;
import java.io.IOException;
import java.net.HttpCookie;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts browsers, and ends the remaining ones when the user interrupts. Thread-safe. */
final class Browsers implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 800;

    private final Path folder;
    private final Set<Chromium> open = ConcurrentHashMap.newKeySet();
    private volatile Map<String, Object> cookie = Map.of();

    /** @param folder for their profiles */
    Browsers(Path folder) {
        this.folder = folder;
    }

    /** Browsers that are started from now on are logged in to this controller, without opening its pages. */
    void logIn(ControllerProcess controller) throws IOException, InterruptedException {
        HttpCookie given = controller.api().logIn();
        cookie = Map.of(
                "name",
                given.getName(),
                "value",
                given.getValue(),
                "url",
                controller.pages().toString(),
                "httpOnly",
                true,
                "sameSite",
                "Strict");
    }

    /** Starts one with a new profile. */
    Chromium start() throws IOException {
        return start(Chromium.Make.PLAIN);
    }

    Chromium start(Chromium.Make make) throws IOException {
        Chromium chromium = Chromium.start(folder, WIDTH, HEIGHT, make, open::remove);
        open.add(chromium);
        if (!cookie.isEmpty()) {
            chromium.command("Network.setCookie", cookie);
        }
        return chromium;
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(Chromium::close);
    }
}
