package io.deskmeter.agent.session.desktop;

import io.deskmeter.agent.desktop.DesktopException;

/** Starts the desktops of sessions. */
public interface SessionDesktops {
    /**
     * Starts what a session needs before its screen can be opened; blocks.
     *
     * @param session index from 0
     * @param width of its desktop in pixels
     * @param height of its desktop in pixels
     * @throws DesktopException if it cannot be started
     */
    SessionDesktop start(int session, int width, int height) throws DesktopException;
}
