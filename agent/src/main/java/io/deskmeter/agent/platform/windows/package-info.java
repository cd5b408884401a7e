/**
 * Windows, as far as a desktop agent needs it: what runs in a user's session. Its tests run under Wine.
 *
 * <p><b>Processes</b> are found by job objects, not by their environment: a process cannot read another one's
 * environment without undocumented structures, and a job object is kept by the system itself
 * ({@link io.deskmeter.agent.platform.windows.WindowsProcesses}). <b>Private files</b> have an access control list, the
 * <b>screen</b> is captured through AWT, <b>autostart</b> is the registry's key {@code Run}.
 *
 * <p>Wine cannot show everything. Never tried on a real Windows: the logoff itself ({@code shutdown /l}; Wine's does
 * nothing), sessions of Remote Desktop, monitors with a scale, the effect of access control lists on another user, and
 * entries of {@code HKEY_LOCAL_MACHINE} without the rights of an administrator.
 */
@NullMarked
package io.deskmeter.agent.platform.windows;

import org.jspecify.annotations.NullMarked;
