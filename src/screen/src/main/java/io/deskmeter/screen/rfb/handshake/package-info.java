/**
 * From the first byte to ServerInit, as a chain of steps: version → security type(s) → (VeNCrypt's own types → TLS →)
 * (credentials →) security result → ServerInit.
 *
 * <p>The versions differ in who chooses the security type (3.3: the server) and in whether a result follows security
 * None and carries a reason (3.8 only). A further security type is one more {@code Step} and one more line in
 * {@link io.deskmeter.screen.rfb.handshake.SecurityType}. {@link io.deskmeter.screen.rfb.handshake.Login} decides which
 * is used, and refuses those that would disclose a password. No secret is part of a message or a {@code toString}.
 */
@NullMarked
package io.deskmeter.screen.rfb.handshake;

import org.jspecify.annotations.NullMarked;
