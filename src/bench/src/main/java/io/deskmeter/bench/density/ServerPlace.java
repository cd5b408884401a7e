package io.deskmeter.bench.density;

import java.nio.file.Path;

/**
 * Where the desktops are.
 *
 * @param socket the server's Unix socket, which speaks RFB
 * @param rdpPort of the xrdp before the server, on this machine; 0 where there is none
 */
record ServerPlace(Path socket, int rdpPort) {}
