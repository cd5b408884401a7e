/**
 * Connects to the desktops of the agent's own machine: with the built-in RFB client, or with a viewer program as a user
 * would use it, {@code vncviewer} directly or {@code xfreerdp} through an RDP server.
 *
 * <p>All programs started for that end with the desktop. They carry the desktop's mark and keep their files in the
 * desktop's folder, so that the next agent can clean up after one that was killed.
 */
@NullMarked
package io.deskmeter.agent.viewer;

import org.jspecify.annotations.NullMarked;
