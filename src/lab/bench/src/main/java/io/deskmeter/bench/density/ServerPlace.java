package io.deskmeter.bench.density;

import java.nio.file.Path;

/**
 * The address of the server's desktops; each connection is another desktop.
 *
 * @param socket Unix socket
 * @param port of the loopback address
 */
record ServerPlace(Path socket, int port) {}
