/**
 * A terminal server to log on to, made of what a Debian machine has: {@code xrdp}, {@code xorgxrdp} and temporary plain users.
 *
 * <p>{@link io.deskmeter.testkit.rdsh.XrdpServer} is a real one: users are authenticated by PAM, each logon starts an X server as that user,
 * and a session manager ends it. Nothing of the machine's own xrdp is changed. Whatever a killed run has left (users, processes, folders) names the
 * process that it belonged to, so the next one finds and removes it, and only that ({@link io.deskmeter.testkit.rdsh.Owner}).
 */
@NullMarked
package io.deskmeter.testkit.rdsh;

import org.jspecify.annotations.NullMarked;
