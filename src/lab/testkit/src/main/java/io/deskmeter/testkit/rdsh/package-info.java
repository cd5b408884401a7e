/**
 * A terminal server for test logons, made from Debian packages: {@code xrdp}, {@code xorgxrdp} and temporary plain
 * users.
 *
 * <p>{@link io.deskmeter.testkit.rdsh.XrdpServer} is a real terminal server: users are authenticated by PAM, each logon
 * starts an X server as that user, and a session manager ends it. The machine's own xrdp is not changed. Users,
 * processes and folders carry the process that owns them, so the next run finds and removes those of a killed run, and
 * only those ({@link io.deskmeter.testkit.rdsh.Owner}).
 */
@NullMarked
package io.deskmeter.testkit.rdsh;

import org.jspecify.annotations.NullMarked;
