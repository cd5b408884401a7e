package io.deskmeter.bench.density;

import java.nio.file.Path;

/**
 * Where the server's desktops are; each connection is another.
 *
 * @param socket Unix socket
 * @param port of the loopback address
 */
record ServerPlace(Path socket, int port) {}
