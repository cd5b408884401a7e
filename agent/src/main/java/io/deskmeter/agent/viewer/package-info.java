/**
 * How the agent sees the desktops of its own machine: with its own RFB client, or with a viewer program as a person would use it,
 * {@code vncviewer} directly or {@code xfreerdp} by way of an RDP server.
 *
 * <p>Whatever is started for that ends with the desktop: it carries the desktop's mark and keeps its files in the desktop's folder, so that
 * an agent that was killed leaves nothing that the next one does not find.
 */
@NullMarked
package io.deskmeter.agent.viewer;

import org.jspecify.annotations.NullMarked;
